/** Every contract of storage, on a PostgreSQL with its company tables in partitions by company. */
import { jobQueueContract, storageContract } from "@vintem/testing"
import { Effect, Layer } from "effect"
import { Client } from "pg"
import { expect, it } from "vitest"
import { migrate } from "../src/sql/postgres/database.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { companyTables, keysOverCompanies } from "./company-tables.ts"
import { partitionedMigrations } from "./partitioned-schema.ts"
import { databasesOf } from "./postgres-database.ts"

const { fresh, layerFresh } = databasesOf("_partitioned", async (url) =>
  migrate(url, undefined, await partitionedMigrations()),
)

it("has each company table in partitions, except those whose keys span companies", async () => {
  const partitioned = await Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(fresh, (connectionString) =>
        Effect.promise(async () => {
          const client = new Client({ connectionString })
          await client.connect()
          const { rows } = await client
            .query<{ name: string }>("select relname as name from pg_class where relkind = 'p'")
            .finally(() => client.end())
          return rows.map(({ name }) => name)
        }),
      ),
    ),
  )
  const expected = [...(await companyTables())].filter((table) => !(table in keysOverCompanies))
  expect(partitioned.toSorted()).toEqual(expected.toSorted())
})

const storage = KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(layerFresh))
storageContract("PostgreSQL in partitions", storage)
jobQueueContract("PostgreSQL in partitions", storage)
