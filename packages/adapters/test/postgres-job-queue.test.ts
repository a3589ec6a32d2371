import { jobQueueContract } from "@vintem/domain/testing"
import { Layer } from "effect"
import * as KyselyStorage from "../src/sql/storage.ts"
import { layerFreshDatabase } from "./postgres-database.ts"

jobQueueContract("PostgreSQL", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFreshDatabase)))
