"""Dagster's view of the partitions: a collection a partition; a cell of strategy_scores is one
collection under one strategy. Not a partition a document: Dagster slows past some ten thousand."""

import dagster as dg

from partitions.strategies import STRATEGIES

collections = dg.DynamicPartitionsDefinition(name="collections")
strategies = dg.StaticPartitionsDefinition(list(STRATEGIES))
collection_strategies = dg.MultiPartitionsDefinition({"collection": collections, "strategy": strategies})
