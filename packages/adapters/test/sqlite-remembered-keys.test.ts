/**
 * API keys and companies on SQLite are cached, and still every write counts at once: by this connection, another one,
 * another process.
 */

import { ApiKeyHash, scopesOfEarlierKeys } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ApiKeyRepository, CompanyRepository, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { describe, expect, it } from "vitest"
import { openDatabase } from "../src/sql/sqlite/database.ts"
import * as SqliteStorage from "../src/sql/sqlite/sqlite-storage.ts"
import * as KyselyStorage from "../src/sql/storage.ts"
import { freshFile } from "./sqlite-file.ts"
import { databaseModule, endOf, startProcess } from "./sqlite-processes.ts"
import { openShop } from "./sqlite-shop.ts"

const hash = ApiKeyHash.make("a".repeat(64))

const addKey = Effect.fnUntraced(function* (company: CompanyId) {
  const { add } = yield* ApiKeyRepository
  return yield* add({
    company,
    name: "loja",
    hash,
    lastDigits: "aaaa",
    scopes: scopesOfEarlierKeys,
    expiresAt: null,
    lastUsedAt: null,
    createdAt: instant(0),
  })
})

/** A key that was used before, so that the process has cached it. */
const keyInUse = Effect.gen(function* () {
  const keys = yield* ApiKeyRepository
  const { company } = yield* openShop
  const { id } = yield* addKey(company)
  const found = yield* keys.authenticate(hash)
  expect(yield* keys.authenticate(hash)).toBe(found)
  return { company, id }
})

const isKnown = Effect.flatMap(ApiKeyRepository, (keys) => Effect.map(keys.authenticate(hash), Option.isSome))

const companyNow = Effect.flatMap(ApiKeyRepository, (keys) =>
  Effect.map(keys.authenticate(hash), (found) => Option.getOrThrow(found).company),
)

const onFile = <A>(
  test: (file: string) => Effect.Effect<A, unknown, UnitOfWork | Layer.Success<typeof KyselyStorage.layerNoDeps>>,
) =>
  freshFile.pipe(
    Effect.flatMap((file) =>
      test(file).pipe(Effect.provide(Layer.provideMerge(KyselyStorage.layerNoDeps, SqliteStorage.layer(file)))),
    ),
    Effect.scoped,
    Effect.runPromise,
  )

/** A commit of another connection, before the event loop continues: no later request can be handled without it. */
const elsewhere = (file: string, sql: string) =>
  Effect.promise(async () => {
    const other = openDatabase(file)
    other.exec(sql)
    other.close()
  })

describe("a cached key", () => {
  it("is refused once this connection has revoked it", () =>
    onFile(() =>
      Effect.gen(function* () {
        const { company, id } = yield* keyInUse
        const { revoke } = yield* ApiKeyRepository
        yield* revoke(company, id)
        expect(yield* isKnown).toBe(false)
      }),
    ))

  it("is refused once another connection has revoked it", () =>
    onFile((file) =>
      Effect.gen(function* () {
        const { id } = yield* keyInUse
        yield* elsewhere(file, `update api_key set revoked_at = 1 where id = ${id}`)
        expect(yield* isKnown).toBe(false)
      }),
    ))

  it("is refused once another process has revoked it", () =>
    onFile((file) =>
      Effect.gen(function* () {
        yield* keyInUse
        const other = yield* Effect.promise(() => startProcess(revoking, file))
        expect(yield* isKnown).toBe(true)
        other.stdin?.end("go")
        expect(yield* Effect.promise(() => endOf(other))).toEqual({ code: 0, complaint: "" })
        expect(yield* isKnown).toBe(false)
      }),
    ))

  it("has its company as another connection has changed it", () =>
    onFile((file) =>
      Effect.gen(function* () {
        const { company } = yield* keyInUse
        yield* elsewhere(file, `update company set under_moderation = 1 where id = ${company}`)
        expect((yield* companyNow).underModeration).toBe(true)
      }),
    ))

  it("is unknown if the unit that added it was undone, although the unit knew it", () =>
    onFile(() =>
      Effect.gen(function* () {
        const { company } = yield* openShop
        const { commit } = yield* UnitOfWork
        const unit = Effect.andThen(addKey(company), Effect.flatMap(isKnown, Effect.fail))
        expect(yield* Effect.flip(commit(unit))).toBe(true)
        expect(yield* isKnown).toBe(false)
      }),
    ))
})

const revoking = `
  const { openDatabase } = await import(${databaseModule})
  await ready()
  const database = openDatabase(file)
  database.exec("update api_key set revoked_at = 1")
  database.close()
  process.exit(0)`

describe("a cached company", () => {
  const find = (company: CompanyId) =>
    Effect.flatMap(CompanyRepository, (companies) => Effect.map(companies.find(company), Option.getOrThrow))

  const moderate = Effect.fnUntraced(function* (company: CompanyId) {
    const companies = yield* CompanyRepository
    yield* companies.save({ ...(yield* find(company)), underModeration: true })
  })

  it("is not looked up again for orders, and has a unit's latest write", () =>
    onFile(() =>
      Effect.gen(function* () {
        const { company } = yield* keyInUse
        const { commit } = yield* UnitOfWork
        const known = yield* find(company)
        expect(yield* commit(find(company))).toBe(known)
        const seen = yield* commit(Effect.andThen(moderate(company), find(company)))
        expect(seen.underModeration).toBe(true)
        expect((yield* find(company)).underModeration).toBe(true)
      }),
    ))

  it("has its earlier state again if the unit that wrote it is undone, between savepoints too", () =>
    onFile(() =>
      Effect.gen(function* () {
        const { company } = yield* keyInUse
        const { commit } = yield* UnitOfWork
        const failing = commit(
          Effect.andThen(Effect.andThen(moderate(company), find(company)), ({ underModeration }) =>
            Effect.fail(underModeration),
          ),
        )
        for (const _ of ["at first", "then with savepoints"]) {
          const [undone, after] = yield* Effect.all([Effect.flip(failing), commit(find(company))], {
            concurrency: "unbounded",
          })
          expect(undone).toBe(true)
          expect(after.underModeration).toBe(false)
        }
      }),
    ))

  it("has another connection's commit, for the next unit", () =>
    onFile((file) =>
      Effect.gen(function* () {
        const { company } = yield* keyInUse
        const { commit } = yield* UnitOfWork
        expect((yield* commit(find(company))).underModeration).toBe(false)
        yield* elsewhere(file, "update company set under_moderation = 1")
        expect((yield* commit(find(company))).underModeration).toBe(true)
      }),
    ))
})
