import { jobQueueContract } from "@vintem/testing"
import { Layer } from "effect"
import * as KyselyStorage from "../src/sql/storage.ts"
import { companyInStatements, notedStatements } from "./company-in-statements.ts"
import { layerFreshDatabase } from "./postgres-database.ts"

const { layer, statements } = notedStatements()
jobQueueContract(
  "PostgreSQL",
  KyselyStorage.layerNoDeps.pipe(Layer.provide(layer), Layer.provideMerge(layerFreshDatabase)),
)
companyInStatements("PostgreSQL", statements)
