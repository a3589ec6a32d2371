/**
 * Every contract of storage, kept by SQLite in memory and on the disk.
 */
import { rateLimiterContract, storageContract } from "@vintem/domain/testing"
import { Layer } from "effect"
import * as RateLimiterKysely from "../src/kysely/rate-limiter.ts"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/kysely/storage.ts"
import { layerFreshFile } from "./sqlite-file.ts"

storageContract("SQLite in memory", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:"))))
storageContract("SQLite on a file", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshFile)))
rateLimiterContract("SQLite", RateLimiterKysely.layer.pipe(Layer.provide(SqliteStorage.layer(":memory:"))))
