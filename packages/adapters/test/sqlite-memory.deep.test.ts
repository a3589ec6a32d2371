/**
 * Every contract of storage, kept by SQLite in memory: the same statements as on a file, each store brought up to date from nothing.
 */
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
