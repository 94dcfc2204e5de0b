"""Runs the example on two local cores: python3 test_receipts.py PATH-OF-THE-TOOL"""

import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

from receipts import answers, read_receipts

ROOT = pathlib.Path(__file__).parents[2]
FIXTURES = sorted((ROOT / "Tests/Fixtures/Receipts").glob("*.p7"))
COPIES = 40


def members(value) -> dict:
    """A row or an answer without what is null."""
    if isinstance(value, dict):
        return {name: members(member) for name, member in value.items() if member is not None}
    return value


def main(tool: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "receipts.tsv")
        with table.open("w") as file:
            for copy in range(COPIES):
                for fixture in FIXTURES:
                    text = base64.b64encode(fixture.read_bytes()).decode()
                    file.write(f"{fixture.stem}/{copy}\t{text}\n")
                file.write(f"broken/{copy}\tTm8gcmVjZWlwdA==\n")
        total = COPIES * (len(FIXTURES) + 1)

        spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.files.maxPartitionBytes", table.stat().st_size // 4)
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("OFF")
        lines = spark.read.text(str(table))
        assert lines.rdd.getNumPartitions() >= 4

        # The same answers as without Spark, but for the numbers of the lines.
        with table.open() as file:
            alone = subprocess.run([tool, "batch", "--keyed"], stdin=file, capture_output=True, check=True)
        expected = {}
        for line in alone.stdout.splitlines():
            answer = json.loads(line)
            expected[answer["key"]] = {name: answer[name] for name in answer if name != "line"}
        written = str(pathlib.Path(folder, "answers"))
        answers(lines, tool, []).write.text(written)
        found = [json.loads(row.value) for row in spark.read.text(written).collect()]
        assert len(found) == len(expected) == total, len(found)
        for answer in found:
            del answer["line"]
            assert answer == expected[answer["key"]], answer

        # Every member has its column.
        rows = read_receipts(lines, tool, []).drop("line").collect()
        assert len(rows) == total
        for row in rows:
            assert members(row.asDict(recursive=True)) == expected[row.key], row
        refused = [row.error.code for row in rows if row.error is not None]
        assert refused == ["notAReceipt"] * COPIES

        root = ROOT / "Tests/Fixtures/authority/root.cer"
        verified = read_receipts(lines, tool, ["--bundle-id", "com.example.app", "--root", str(root)])
        assert 0 < verified.where("valid").count() < total
        # Options arrive as they are.
        other = read_receipts(lines, tool, ["--bundle-id", "it's {other}\\", "--root", str(root)])
        assert other.where("valid").count() == 0
        assert other.where("contains(error.message, \"it's {other}\")").count() > 0

        # A tool that fails, or isn't there, fails the job.
        for broken, sign in ((tool, "exited with status 1"), (tool + "-missing", "status 127|Broken pipe")):
            try:
                answers(lines, broken, ["--strict"]).count()
            except Exception as error:
                assert re.search(sign, str(error)), error
            else:
                raise AssertionError("the job should have failed")
        spark.stop()
    print(f"{total} receipts on local[2], {COPIES} of them broken: as expected")


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    main(os.path.abspath(sys.argv[1]))
