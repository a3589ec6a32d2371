/**
 * Saved cards in SQL.
 */
import { Instant } from "@vintem/domain/calendar"
import { CardBrand, shownDigits } from "@vintem/domain/card"
import { CompanyId, CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { type SavedCard, SavedCardRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import type { Dialect } from "../engine/dialect.ts"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { type Procedure, writeUnread } from "../engine/procedure.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  SavedCardRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const { add } = savedCardWriting(executor.dialect)

    const selectByToken = preparedQuery<{ company: number; token: string }, SavedCardRow>((value) =>
      build
        .selectFrom("saved_card")
        .selectAll()
        .where("token", "=", value("token"))
        .where("company_id", "=", value("company")),
    )

    return SavedCardRepository.of({
      add: (card) => executor.run("savedCards.add", () => add(card)),
      find: (company: CompanyId, token: SavedCardToken) =>
        Effect.flatMap(executor.read("savedCards.find", selectByToken({ company, token })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(cardFromRow(row)),
        ),
    })
  }),
)

/** Stores cards. */
export const savedCardWriting = ({ build }: Dialect) => {
  const insertOnce = preparedQuery<SavedCardRow, unknown>((value) =>
    build
      .insertInto("saved_card")
      .values({
        token: value("token"),
        company_id: value("company_id"),
        customer_id: value("customer_id"),
        acquirer_token: value("acquirer_token"),
        brand: value("brand"),
        first_digits: value("first_digits"),
        last_digits: value("last_digits"),
        created_at: value("created_at"),
      })
      .onConflict((conflict) => conflict.columns(["company_id", "token"]).doNothing()),
  )

  return { add: (card: SavedCard): Procedure<void> => writeUnread(insertOnce(rowFromCard(card))) }
}

interface SavedCardRow {
  readonly token: string
  readonly company_id: number
  readonly customer_id: number
  readonly acquirer_token: string
  readonly brand: string
  readonly first_digits: string
  readonly last_digits: string
  readonly created_at: number
}

const rowFromCard = (card: SavedCard): SavedCardRow => ({
  token: card.token,
  company_id: card.company,
  customer_id: card.customer,
  acquirer_token: card.acquirerToken,
  brand: card.brand,
  first_digits: card.firstDigits,
  last_digits: card.lastDigits,
  created_at: card.createdAt,
})

const readCard = readerOf(
  Schema.Struct({
    token: SavedCardToken,
    company: CompanyId,
    customer: CustomerId,
    acquirerToken: Schema.String,
    brand: CardBrand,
    ...shownDigits,
    createdAt: Instant,
  }),
)

/** The error of an unreadable card names neither token: with one of them the card can be charged. */
export const cardFromRow = (row: SavedCardRow): Effect.Effect<SavedCard, StorageUnavailable> =>
  readCard("savedCards.find", `A saved card of customer ${row.customer_id}`, {
    token: row.token,
    company: row.company_id,
    customer: row.customer_id,
    acquirerToken: row.acquirer_token,
    brand: row.brand,
    firstDigits: row.first_digits,
    lastDigits: row.last_digits,
    createdAt: row.created_at,
  })
