import * as contracts from "@vintem/domain/testing"
import { Layer } from "effect"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/kysely/storage.ts"

const layer = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:")))

contracts.apiKeyRepositoryContract("SQLite", layer)
contracts.companyRepositoryContract("SQLite", layer)
contracts.customerRepositoryContract("SQLite", layer)
contracts.idempotencyStoreContract("SQLite", layer)
contracts.orderRepositoryContract("SQLite", layer)
contracts.savedCardRepositoryContract("SQLite", layer)
