/**
 * Every contract of storage, on an SQLite file, and the company in each statement of theirs. In memory:
 * sqlite-memory.deep.test.ts.
 */
import { durabilityContract, jobQueueContract, rateLimiterContract, storageContract } from "@vintem/testing"
import { Effect, Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { companyInStatements, excusedIfSo, notedStatements } from "./company-in-statements.ts"
import { freshFile, layerFreshFile } from "./sqlite-file.ts"

const { layer, statements } = notedStatements()
const storage = KyselyStorage.layerNoDeps.pipe(Layer.provide(layer), Layer.provideMerge(layerFreshFile))
storageContract("SQLite", storage)
jobQueueContract("SQLite", storage)
companyInStatements("SQLite", statements)
excusedIfSo("SQLite", statements)
rateLimiterContract("SQLite", RateLimiterKysely.layer.pipe(Layer.provide(layerFreshFile)))
durabilityContract(
  "SQLite",
  Effect.map(freshFile, (file) => KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(file)))),
)
