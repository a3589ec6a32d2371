import { jobQueueContract } from "@vintem/domain/testing"
import { Layer } from "effect"
import * as JobQueueKysely from "../src/kysely/job-queue.ts"
import * as SqliteStorage from "../src/kysely/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/kysely/storage.ts"

jobQueueContract(
  "SQLite",
  Layer.merge(KyselyStorage.layerNoDeps, JobQueueKysely.layer).pipe(
    Layer.provideMerge(SqliteStorage.layer(":memory:")),
  ),
)
