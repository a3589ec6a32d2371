/**
 * The simulated acquirer's books in SQL: two tables that no query of the service reads.
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import { UnitOfWork } from "@vintem/domain/ports"
import { Effect, Layer, Option } from "effect"
import { type QueryCreator, sql } from "kysely"
import { isTimed, type ListPlace, SimulatedBooks } from "../simulated/simulated-books.ts"
import { SimulatedCard } from "../simulated/simulated-cards.ts"
import { BookEntry } from "../simulated/simulated-charge.ts"
import { Executor, type Written } from "./engine/executor.ts"
import { type Parameter, preparedQuery } from "./engine/prepared-query.ts"
import { readerOfJson } from "./engine/stored-value.ts"
import type { Tables } from "./engine/tables.ts"

/** Books in the same database, in commits of their own. */
export const layer = Layer.effect(
  SimulatedBooks,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit, commitTogether } = yield* UnitOfWork
    const { build } = executor.dialect

    const selectEntry = preparedQuery<{ key: string }, { body: string }>((value) =>
      build.selectFrom("simulated_charge").select("body").where("key", "=", value("key")),
    )

    const insertion = (query: QueryCreator<Tables>, value: Parameter<NewRow>) =>
      query
        .insertInto("simulated_charge")
        .values({
          key: value("key"),
          version: value("version"),
          body: value("body"),
          made_at: value("made_at"),
        })
        .onConflict((conflict) => conflict.column("key").doNothing())
    const insertEntry = preparedQuery<NewRow, unknown>((value) => insertion(build, value))

    /** The same, and its card where there was no entry: PostgreSQL writes both in one statement. */
    const insertEntryWithCard = preparedQuery<NewRow & { card_token: string; card_body: string }, unknown>((value) =>
      build
        .with("added", (query) => insertion(query, value).returning("key"))
        .with("its_card", (query) =>
          query
            .insertInto("simulated_card")
            .columns(["token", "body"])
            .expression((e) =>
              e.selectFrom("added").select([value("card_token").as("token"), value("card_body").as("body")]),
            )
            .onConflict((conflict) => conflict.column("token").doNothing()),
        )
        .selectFrom("added")
        .select("key"),
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

    /** Whether the entry was written, and its card with it; false where the books have one under its key. */
    const added = (entry: BookEntry, card: SimulatedCard | undefined) => {
      const operation = "simulatedBooks.add"
      const { key, version } = entry
      const row: NewRow = { key, version, body: JSON.stringify(entry), made_at: madeAtOf(entry) }
      if (card === undefined) return Effect.map(executor.write(operation, insertEntry(row)), isWritten)
      if (!executor.dialect.answersAtOnce) {
        const both = insertEntryWithCard({ ...row, card_token: card.token, card_body: JSON.stringify(card) })
        return Effect.map(commitTogether(executor.write(operation, both)), isWritten)
      }
      return commit(
        Effect.flatMap(executor.write(operation, insertEntry(row)), (written) =>
          isWritten(written) ? Effect.as(addCard(card), true) : Effect.succeed(false),
        ),
      )
    }

    const known = Effect.fnUntraced(function* (key: AttemptKey) {
      const found = yield* find(key)
      return Option.isSome(found) ? found.value : yield* Effect.die(new Error("A key that was taken is not there."))
    })

    return SimulatedBooks.of({
      find,
      add: (entry: BookEntry, card?: SimulatedCard) =>
        Effect.flatMap(added(entry, card), (isNew) => (isNew ? Effect.succeed(entry) : known(entry.key))),
      update: (entry) => {
        const { key, version } = entry
        const query = updateEntry({ key, version, read: version - 1, body: JSON.stringify(entry) })
        return Effect.map(executor.write("simulatedBooks.update", query), isWritten)
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

const isWritten = ({ changes }: Written<unknown>): boolean => changes === 1

const madeAtOf = (entry: BookEntry): number | null => (entry._tag === "Charge" ? entry.madeAt : null)

const readEntry = readerOfJson(BookEntry)
const readCard = readerOfJson(SimulatedCard)
