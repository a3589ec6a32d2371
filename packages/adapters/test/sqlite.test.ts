/**
 * Every contract of storage, kept by SQLite on a file. In memory: sqlite-memory.deep.test.ts.
 */
import { durabilityContract, jobQueueContract, rateLimiterContract, storageContract } from "@vintem/domain/testing"
import { Effect, Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshFile, layerFreshFile } from "./sqlite-file.ts"

const storage = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshFile))
storageContract("SQLite", storage)
jobQueueContract("SQLite", storage)
rateLimiterContract("SQLite", RateLimiterKysely.layer.pipe(Layer.provide(layerFreshFile)))
durabilityContract(
  "SQLite",
  Effect.map(freshFile, (file) => KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))),
)
