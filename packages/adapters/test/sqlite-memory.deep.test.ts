/** Every contract of storage, on SQLite in memory: with a file's statements, each store migrated from nothing. */
import { jobQueueContract, rateLimiterContract, storageContract } from "@vintem/testing"
import { Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"

const inMemory = SqliteStorage.layer(":memory:")

const storage = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(inMemory))
storageContract("SQLite in memory", storage)
jobQueueContract("SQLite in memory", storage)
rateLimiterContract("SQLite in memory", RateLimiterKysely.layer.pipe(Layer.provide(inMemory)))
