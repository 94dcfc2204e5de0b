"""Turns a table of stored receipts into a table of what they say, with Spark and `receipt batch`.

    spark-submit receipts.py --tool PATH INPUT OUTPUT [OPTIONS OF receipt batch …]

INPUT has one line for each receipt: a key, a tab, and the receipt in Base64. OUTPUT becomes a folder of JSON
lines with the same keys. `receipt batch` is a plain filter, one line out for each line in, so Spark's `TRANSFORM` runs
one process for each partition, and nothing else is needed on the workers but the tool: no Python, no Arrow.
"""

import argparse
import shlex

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import from_json

# What `receipt batch --keyed` writes. With a schema, Spark reads the receipts once; to infer one takes another pass.
SUMMARY = """
    line LONG, key STRING, valid BOOLEAN, skipped ARRAY<STRING>,
    summary STRUCT<
        environment: STRING, bundleIdentifier: STRING, appVersion: STRING, originalAppVersion: STRING,
        creationDate: STRING, purchaseCount: LONG, serverTransactionIdentifier: STRING,
        originalTransactionIdentifiers: ARRAY<STRING>, problems: ARRAY<STRING>>,
    error STRUCT<code: STRING, message: STRING, offset: LONG, check: STRING>
"""


def answers(lines: DataFrame, tool: str, options: list[str]) -> DataFrame:
    """The answers of `receipt batch` to the lines of a table of text, as JSON in the column `answer`."""
    # One thread for each process: Spark already runs one process for each core.
    command = shlex.join([tool, "batch", "--keyed", "--jobs", "1", *options])
    literal = command.replace("\\", "\\\\").replace("'", "\\'").replace("{", "{{").replace("}", "}}")
    query = f"SELECT TRANSFORM(value) USING '{literal}' AS (answer STRING) FROM {{lines}}"
    return lines.sparkSession.sql(query, lines=lines)


def read_receipts(
    lines: DataFrame, tool: str, options: list[str], schema: str = SUMMARY
) -> DataFrame:
    """The same, with a column for each member; `schema` is what the answers have with `--answer KIND`."""
    columns = from_json("answer", schema).alias("columns")
    return answers(lines, tool, options).select(columns).select("columns.*")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="receipt", help="path of the tool on the workers")
    parser.add_argument("input")
    parser.add_argument("output")
    arguments, options = parser.parse_known_args()
    spark = SparkSession.builder.appName("receipts").getOrCreate()
    lines = spark.read.text(arguments.input)
    answers(lines, arguments.tool, options).write.text(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
