"""Runs the example on two local cores: python3 test_receipts.py PATH-OF-THE-TOOL"""

import base64
import os
import pathlib
import sys
import tempfile

from pyspark.sql import SparkSession

from receipts import read_receipts

ROOT = pathlib.Path(__file__).parents[2]
FIXTURES = sorted((ROOT / "Tests/Fixtures/Receipts").glob("*.p7"))
COPIES = 40


def main(tool: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "receipts.tsv")
        with table.open("w") as file:
            for copy in range(COPIES):
                for fixture in FIXTURES:
                    text = base64.b64encode(fixture.read_bytes()).decode()
                    file.write(f"{fixture.stem}/{copy}\t{text}\n")
                file.write(f"broken/{copy}\tTm8gcmVjZWlwdA==\n")

        spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("ERROR")
        lines = spark.sparkContext.textFile(str(table), minPartitions=4)
        assert lines.getNumPartitions() >= 4
        answers = read_receipts(spark, lines, tool, []).cache()

        total = COPIES * (len(FIXTURES) + 1)
        assert answers.count() == total, answers.count()
        assert answers.select("key").distinct().count() == total
        refused = answers.where("error is not null")
        assert refused.count() == COPIES
        assert {row.code for row in refused.select("error.code").collect()} == {"notAReceipt"}
        assert refused.where("not key like 'broken/%'").count() == 0
        purchases = answers.where("key like 'ios-sha256-subscriptions/%'")
        rows = purchases.select("summary.purchaseCount", "summary.serverTransactionIdentifier")
        assert set(rows.collect()) == {(3, "730001900000912")}, rows.collect()

        root = ROOT / "Tests/Fixtures/authority/root.cer"
        options = ["--bundle-id", "com.example.app", "--root", str(root)]
        valid = read_receipts(spark, lines, tool, options).where("valid")
        assert 0 < valid.count() < total
        spark.stop()
    print(f"{total} receipts on local[2], {COPIES} of them broken: as expected")


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    main(os.path.abspath(sys.argv[1]))
