/**
 * Every contract of storage, kept by PostgreSQL.
 */
import { rateLimiterContract, storageContract } from "@vintem/domain/testing"
import { Layer } from "effect"
import * as RateLimiterKysely from "../src/sql/limits/rate-limiter.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"

storageContract("PostgreSQL", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshDatabase)))
rateLimiterContract("PostgreSQL", RateLimiterKysely.layer.pipe(Layer.provide(layerFreshDatabase)))
