/**
 * Every contract of storage, kept by PostgreSQL, and the company in each statement that they run.
 */
import { durabilityContract, rateLimiterContract, storageContract } from "@vintem/testing"
import { Effect, Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { companyInStatements, notedStatements } from "./company-in-statements.ts"
import { freshDatabase, layerFreshDatabase, patient } from "./postgres-database.ts"

const { layer, statements } = notedStatements()
storageContract(
  "PostgreSQL",
  KyselyStorage.layerNoDeps.pipe(Layer.provide(layer), Layer.provideMerge(layerFreshDatabase)),
)
companyInStatements("PostgreSQL", statements)
rateLimiterContract("PostgreSQL", RateLimiterKysely.layer.pipe(Layer.provide(layerFreshDatabase)))
durabilityContract(
  "PostgreSQL",
  Effect.map(freshDatabase, (url) =>
    KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(PostgresStorage.layer(url, patient))),
  ),
)
