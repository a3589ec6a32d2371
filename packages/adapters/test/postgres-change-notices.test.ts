/** Processes on one PostgreSQL database that report changes to each other. */

import type { CompanyId } from "@vintem/domain/identifiers"
import {
  BatchRepository,
  ChangedKind,
  ChangeFeed,
  type ChangeListener,
  CompanyRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import { exampleBatchCreated, exampleBatchToken, exampleCompany, exampleEntries } from "@vintem/testing"
import { Context, Effect, Layer } from "effect"
import { Client } from "pg"
import { describe, expect, it } from "vitest"
import * as PostgresStorage from "../src/sql/postgres/postgres-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshDatabase, patient } from "./postgres-database.ts"

/** Another process's stores, until the scope ends. */
const processOn = (url: string) =>
  Layer.build(
    Layer.fresh(
      KyselyStorage.layerNoDeps.pipe(Layer.provideMerge(PostgresStorage.layer(url, { ...patient, poolSize: 2 }))),
    ),
  )

type Process = Effect.Success<ReturnType<typeof processOn>>

/** Two processes on a database with a company. The second listens and has read everything. */
const twoProcesses = Effect.gen(function* () {
  const url = yield* freshDatabase
  const one = yield* processOn(url)
  const other = yield* processOn(url)
  const { id: company } = yield* Context.get(one, CompanyRepository).add(exampleCompany())
  const listener = yield* listenerIn(other, company)
  return { url, one, other, company, listener }
})

const listenerIn = Effect.fnUntraced(function* (process: Process, company: CompanyId) {
  const { listen } = Context.get(process, ChangeFeed)
  const listener = yield* listen({ company, kinds: new Set(ChangedKind.literals), after: null })
  yield* listener.take
  return listener
})

const nextOf = ({ arrival, take }: ChangeListener) =>
  Effect.andThen(
    arrival,
    Effect.map(take, ({ changes }) => changes),
  )

const storeBatch = (process: Process, company: CompanyId, n: number) =>
  Context.get(process, BatchRepository).add(
    exampleBatchCreated(1, { company, token: exampleBatchToken(n) }),
    exampleEntries(1),
  )

const batchChange = (company: CompanyId, n: number) => ({ kind: "batch", company, id: exampleBatchToken(n) })

const askedOf = (url: string, text: string) =>
  Effect.promise(async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return await client.query<Readonly<Record<string, unknown>>>(text).finally(() => client.end())
  })

const listening = "from pg_stat_activity where datname = current_database() and query like 'listen %'"

const run = <E>(test: Effect.Effect<void, E>) => Effect.runPromise(test)

describe("processes on one database", () => {
  it("report to each other what they commit, once, and nothing of undone units", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, one } = yield* twoProcesses
        const { commit } = Context.get(one, UnitOfWork)
        yield* Effect.exit(commit(Effect.andThen(storeBatch(one, company, 1), Effect.fail("given up"))))
        yield* storeBatch(one, company, 2)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 2)])
        yield* storeBatch(one, company, 3)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 3)])
      }).pipe(Effect.scoped),
    ))

  it("reach listeners in the process itself once, without their own echo", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, one, other } = yield* twoProcesses
        yield* storeBatch(other, company, 1)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 1)])
        yield* storeBatch(one, company, 2)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 2)]) // the echo of the first would have come before
      }).pipe(Effect.scoped),
    ))

  it("make each other read again if more has changed than one message holds", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, one } = yield* twoProcesses
        const { commit } = Context.get(one, UnitOfWork)
        yield* commit(
          Effect.forEach(Array.from({ length: 401 }), (_, n) => storeBatch(one, company, n + 1), { discard: true }),
        )
        expect(yield* nextOf(listener)).toBe(null)
        yield* Context.get(one, ChangeFeed).readAgain
        expect(yield* nextOf(listener)).toBe(null)
      }).pipe(Effect.scoped),
    ))

  it("send the remaining changes before they end", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, url } = yield* twoProcesses
        yield* Effect.scoped(
          Effect.gen(function* () {
            const command = yield* processOn(url)
            yield* storeBatch(command, company, 1)
            yield* storeBatch(command, company, 2)
          }),
        )
        const told: Array<unknown> = []
        while (told.length < 2) told.push(...((yield* nextOf(listener)) ?? []))
        expect(told).toStrictEqual([1, 2].map((n) => batchChange(company, n)))
      }).pipe(Effect.scoped),
    ))

  it("make listeners read again for another version's unreadable messages, and ignore another schema's", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, one, url } = yield* twoProcesses
        yield* askedOf(url, "select pg_notify('vintem_changes_' || md5('another schema'), 'not ours')")
        yield* storeBatch(one, company, 1)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 1)])
        yield* askedOf(url, "select pg_notify('vintem_changes_' || md5(current_schema()), '{\"from\":\"later\"}')")
        expect(yield* nextOf(listener)).toBe(null)
      }).pipe(Effect.scoped),
    ))

  it("listen over one connection each, while there is a listener, and read again when it was lost", () =>
    run(
      Effect.gen(function* () {
        const { company, listener, one, other, url } = yield* twoProcesses
        yield* listenerIn(other, company)
        expect((yield* askedOf(url, `select count(*)::int as count ${listening}`)).rows).toStrictEqual([{ count: 1 }])
        yield* askedOf(url, `select pg_terminate_backend(pid) ${listening}`)
        expect(yield* nextOf(listener)).toBe(null)
        yield* storeBatch(one, company, 1)
        expect(yield* nextOf(listener)).toStrictEqual([batchChange(company, 1)])
      }).pipe(Effect.scoped),
    ))
})
