import { jobQueueContract } from "@vintem/domain/testing"
import { Layer } from "effect"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/kysely/storage.ts"

jobQueueContract("SQLite", KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(SqliteStorage.layer(":memory:"))))
