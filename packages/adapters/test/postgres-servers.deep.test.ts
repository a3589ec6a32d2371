/**
 * Two PostgreSQL servers, one of them a hot standby: connections find the one that takes writes.
 */
import { CompanyRepository, PageNumber, type StorageUnavailable, UnitOfWork } from "@vintem/domain/ports"
import { type ReplicatedPostgres, startReplicatedPostgres } from "@vintem/test-postgres/server"
import { exampleCompany } from "@vintem/testing"
import { Context, Effect, Layer } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as TriedWrite from "../src/sql/engine/tried-write.ts"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"

let servers: ReplicatedPostgres

beforeAll(async () => {
  servers = await startReplicatedPostgres()
})
afterAll(() => servers.stop())

const hostOf = ({ url }: { readonly url: string }): string => new URL(url).host
const urlOf = (...hosts: ReadonlyArray<string>): string => `postgres://vintem@${hosts.join(",")}/postgres`

/** No server listens there. */
const nowhere = "127.0.0.1:1"

const storageOn = (url: string) =>
  Layer.build(
    Layer.fresh(KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(PostgresStorage.layer(url, { poolSize: 3 })))),
  )

type Storage = Effect.Success<ReturnType<typeof storageOn>>

const addCompany = (storage: Storage) =>
  Context.get(storage, UnitOfWork).commit(Context.get(storage, CompanyRepository).add(exampleCompany()))

const companiesIn = (storage: Storage) =>
  Effect.map(
    Context.get(storage, CompanyRepository).list({ page: PageNumber.make(1), size: 100 }),
    ({ total }) => total,
  )

const promote = Effect.promise(async () => {
  process.kill(servers.primary.pid, "SIGQUIT")
  const client = new Client({ connectionString: servers.standby.url })
  await client.connect()
  await client.query("select pg_promote()")
  await client.end()
})

describe("a list of servers", () => {
  it(
    "is searched for the one that takes writes; when another is promoted, the storage continues there",
    () =>
      Effect.runPromise(
        Effect.scoped(
          Effect.gen(function* () {
            const storage = yield* storageOn(urlOf(nowhere, hostOf(servers.standby), hostOf(servers.primary)))
            yield* addCompany(storage)
            const refused: StorageUnavailable = yield* Effect.flip(storageOn(urlOf(nowhere, hostOf(servers.standby))))
            expect(refused.fault).toBe("read_only")
            expect(String(refused.cause)).toContain(`${hostOf(servers.standby)} takes no writes`)
            const alone = PostgresStorage.layer(urlOf(hostOf(servers.standby)), { poolSize: 3 })
            const standby = yield* Layer.build(Layer.fresh(TriedWrite.layer.pipe(Layer.provide(alone))))
            const noWrite = yield* Effect.flip(Context.get(standby, TriedWrite.TriedWrite).tried)
            expect(noWrite.fault).toBe("read_only")

            yield* promote
            yield* Effect.all(
              Array.from({ length: 6 }, () => addCompany(storage)),
              { concurrency: "unbounded" },
            )
            expect(yield* companiesIn(storage)).toBe(7)
          }),
        ),
      ),
    60_000,
  )
})
