/**
 * The simulated acquirer's books in SQL: two tables that no query of the service reads.
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import { UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { sql } from "kysely"
import { isTimed, type ListPlace, SimulatedBooks } from "../simulated/simulated-books.ts"
import { SimulatedCard } from "../simulated/simulated-cards.ts"
import { BookEntry } from "../simulated/simulated-charge.ts"
import { Executor } from "./engine/executor.ts"
import { preparedQuery } from "./engine/prepared-query.ts"
import { readerOfJson } from "./engine/stored-value.ts"

/** Books in the same database, in commits of their own. */
export const layer = Layer.effect(
  SimulatedBooks,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect

    const selectEntry = preparedQuery<{ key: string }, { body: string }>((value) =>
      build.selectFrom("simulated_charge").select("body").where("key", "=", value("key")),
    )

    const insertEntry = preparedQuery<NewRow, unknown>((value) =>
      build
        .insertInto("simulated_charge")
        .values({
          key: value("key"),
          version: value("version"),
          body: value("body"),
          made_at: value("made_at"),
        })
        .onConflict((conflict) => conflict.column("key").doNothing()),
    )

    const updateEntry = preparedQuery<{ key: string; version: number; read: number; body: string }, unknown>((value) =>
      build
        .updateTable("simulated_charge")
        .set({ version: value("version"), body: value("body") })
        .where("key", "=", value("key"))
        .where("version", "=", value("read")),
    )

    const selectCharges = preparedQuery<{ made_at: number; key: string; limit: number }, { body: string }>((value) =>
      build
        .selectFrom("simulated_charge")
        .select("body")
        .where(sql<boolean>`(made_at, key) > (${value("made_at")}, ${value("key")})`)
        .orderBy("made_at")
        .orderBy("key")
        .limit(value("limit")),
    )

    const selectCard = preparedQuery<{ token: string }, { body: string }>((value) =>
      build.selectFrom("simulated_card").select("body").where("token", "=", value("token")),
    )

    const insertCard = preparedQuery<{ token: string; body: string }, unknown>((value) =>
      build
        .insertInto("simulated_card")
        .values({ token: value("token"), body: value("body") })
        .onConflict((conflict) => conflict.column("token").doNothing()),
    )

    const find = Effect.fnUntraced(function* (key: AttemptKey) {
      const operation = "simulatedBooks.find"
      const [row] = yield* executor.read(operation, selectEntry({ key }))
      return row === undefined ? Option.none() : Option.some(yield* readEntry(operation, `Charge ${key}`, row.body))
    })

    const addCard = (card: SimulatedCard) =>
      executor.writeUnread("simulatedBooks.addCard", insertCard({ token: card.token, body: JSON.stringify(card) }))

    return SimulatedBooks.of({
      find,
      add: Effect.fnUntraced(function* (entry: BookEntry, card?: SimulatedCard) {
        const { key, version } = entry
        const { changes } = yield* executor.write(
          "simulatedBooks.add",
          insertEntry({ key, version, body: JSON.stringify(entry), made_at: madeAtOf(entry) }),
        )
        if (changes === 0) {
          const found = yield* find(key)
          return Option.isSome(found) ? found.value : yield* Effect.die(new Error("A key that was taken is not there."))
        }
        if (card !== undefined) yield* addCard(card)
        return entry
      }, commit),
      update: (entry) => {
        const { key, version } = entry
        const query = updateEntry({ key, version, read: version - 1, body: JSON.stringify(entry) })
        return Effect.map(executor.write("simulatedBooks.update", query), ({ changes }) => changes === 1)
      },
      list: Effect.fnUntraced(function* ({ madeAt, key }: ListPlace, limit: number) {
        const operation = "simulatedBooks.list"
        const rows = yield* executor.read(operation, selectCharges({ made_at: madeAt, key, limit }))
        const entries = yield* Effect.forEach(rows, ({ body }) => readEntry(operation, "A charge", body))
        return entries.filter(isTimed)
      }),
      addCard,
      findCard: Effect.fnUntraced(function* (token: string) {
        const operation = "simulatedBooks.findCard"
        const [row] = yield* executor.read(operation, selectCard({ token }))
        return row === undefined ? Option.none() : Option.some(yield* readCard(operation, "A card", row.body))
      }),
    })
  }),
)

/** A row as it is first written; what is made at no time is in no list. */
interface NewRow {
  readonly key: string
  readonly version: number
  readonly body: string
  readonly made_at: number | null
}

const madeAtOf = (entry: BookEntry): number | null => (entry._tag === "Charge" ? entry.madeAt : null)

const readEntry = readerOfJson(BookEntry)
const readCard = readerOfJson(SimulatedCard)
