/**
 * A query's effect must not depend on PostgreSQL's plan, which changes with its statistics. Here it may join only by
 * nested loops, which may run a part of a query many times, each time after further changes. The tested stores change
 * rows that the same statement chooses.
 */
import { idempotencyStoreContract, jobQueueContract, webhookDeliveryRepositoryContract } from "@vintem/testing"
import { Effect, Layer } from "effect"
import { Client } from "pg"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshDatabase } from "./postgres-database.ts"

/** The plans that it would prefer. */
const others = ["hashjoin", "mergejoin", "hashagg", "sort", "material", "indexscan", "indexonlyscan", "bitmapscan"].map(
  (kind) => `enable_${kind}`,
)

const alter = (url: string, change: (setting: string) => string) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1))
    await client.query(others.map((setting) => `alter database ${name} ${change(setting)}`).join(";"))
    await client.end()
  })

const layerNestedLoops = Layer.unwrap(
  Effect.gen(function* () {
    const url = yield* freshDatabase
    yield* Effect.acquireRelease(
      alter(url, (setting) => `set ${setting} = off`),
      () => alter(url, (setting) => `reset ${setting}`),
    )
    return PostgresStorage.layer(url)
  }),
)

const storage = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerNestedLoops))
jobQueueContract("PostgreSQL by nested loops", storage)
idempotencyStoreContract("PostgreSQL by nested loops", storage)
webhookDeliveryRepositoryContract("PostgreSQL by nested loops", storage)
