/**
 * Every contract of storage, kept by PostgreSQL.
 */
import { durabilityContract, rateLimiterContract, storageContract } from "@vintem/domain/testing"
import { Effect, Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshDatabase, layerFreshDatabase, patient } from "./postgres-database.ts"

storageContract("PostgreSQL", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshDatabase)))
rateLimiterContract("PostgreSQL", RateLimiterKysely.layer.pipe(Layer.provide(layerFreshDatabase)))
durabilityContract(
  "PostgreSQL",
  Effect.map(freshDatabase, (url) =>
    KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(PostgresStorage.layer(url, patient))),
  ),
)
