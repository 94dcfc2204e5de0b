"""Turns a table of stored receipts into a table of what they say, with Spark and `receipt batch`.

    spark-submit receipts.py --tool PATH INPUT OUTPUT [OPTIONS OF receipt batch …]

INPUT has one line for each receipt: a key, a tab, and the receipt in Base64. OUTPUT becomes a folder of JSON
lines with the same keys. `receipt batch` is a plain filter, one line out for each line in, so Spark's `pipe` runs
one process for each partition, and nothing else is needed on the workers but the tool.
"""

import argparse
import shlex

from pyspark.sql import DataFrame, SparkSession


def read_receipts(spark: SparkSession, lines, tool: str, options: list[str]) -> DataFrame:
    """The answers of `receipt batch` to the lines of an RDD, as a table."""
    # One thread for each process: Spark already runs one process for each core.
    command = [tool, "batch", "--keyed", "--jobs", "1", *options]
    answers = lines.pipe(shlex.join(command), checkCode=True)
    return spark.read.json(answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", default="receipt", help="path of the tool on the workers")
    parser.add_argument("input")
    parser.add_argument("output")
    arguments, options = parser.parse_known_args()
    spark = SparkSession.builder.appName("receipts").getOrCreate()
    lines = spark.sparkContext.textFile(arguments.input)
    read_receipts(spark, lines, arguments.tool, options).write.json(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
