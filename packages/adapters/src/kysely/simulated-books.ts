/**
 * The simulated acquirer's books in SQL: two tables that no query of the service reads.
 */
import { type AttemptKey, StorageUnavailable } from "@vintem/domain"
import { Effect, Layer, Option, Schema } from "effect"
import { SimulatedBooks } from "../simulated/simulated-books.ts"
import { SimulatedCard } from "../simulated/simulated-cards.ts"
import { BookEntry } from "../simulated/simulated-charge.ts"
import { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"

export const layer = Layer.effect(
  SimulatedBooks,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const selectEntry = preparedQuery<{ key: string }, { body: string }>((value) =>
      build.selectFrom("simulated_charge").select("body").where("key", "=", value("key")),
    )

    const insertEntry = preparedQuery<{ key: string; version: number; body: string }, unknown>((value) =>
      build
        .insertInto("simulated_charge")
        .values({ key: value("key"), version: value("version"), body: value("body") })
        .onConflict((conflict) => conflict.column("key").doNothing()),
    )

    const insertCard = preparedQuery<{ token: string; body: string }, unknown>((value) =>
      build
        .insertInto("simulated_card")
        .values({ token: value("token"), body: value("body") })
        .onConflict((conflict) => conflict.column("token").doNothing()),
    )

    const find = Effect.fnUntraced(function* (key: AttemptKey) {
      const [row] = yield* executor.read("simulatedBooks.find", selectEntry({ key }))
      if (row === undefined) return Option.none()
      return Option.some(yield* Effect.mapError(readEntry(row.body), unreadable("simulatedBooks.find")))
    })

    return SimulatedBooks.of({
      find,
      add: Effect.fnUntraced(function* (entry: BookEntry) {
        const { key, version } = entry
        const { changes } = yield* executor.write(
          "simulatedBooks.add",
          insertEntry({ key, version, body: JSON.stringify(entry) }),
        )
        return changes === 1 ? entry : Option.getOrElse(yield* find(key), () => entry)
      }),
      update: ({ key, version, ...entry }) =>
        Effect.map(
          executor.write(
            "simulatedBooks.update",
            build
              .updateTable("simulated_charge")
              .set({ version, body: JSON.stringify({ key, version, ...entry }) })
              .where("key", "=", key)
              .where("version", "=", version - 1)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      addCard: (card) =>
        Effect.asVoid(
          executor.write("simulatedBooks.addCard", insertCard({ token: card.token, body: JSON.stringify(card) })),
        ),
      findCard: Effect.fnUntraced(function* (token: string) {
        const [row] = yield* executor.read(
          "simulatedBooks.findCard",
          build.selectFrom("simulated_card").select("body").where("token", "=", token).compile(),
        )
        if (row === undefined) return Option.none()
        return Option.some(yield* Effect.mapError(readCard(row.body), unreadable("simulatedBooks.findCard")))
      }),
    })
  }),
)

const readEntry = Schema.decodeUnknownEffect(Schema.fromJsonString(BookEntry))
const readCard = Schema.decodeUnknownEffect(Schema.fromJsonString(SimulatedCard))

const unreadable = (operation: string) => (cause: unknown) =>
  new StorageUnavailable({ fault: "corrupt", operation, cause })
