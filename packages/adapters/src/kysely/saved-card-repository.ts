/**
 * Saved cards in SQL.
 */
import {
  CardBrand,
  type CompanyId,
  CustomerId,
  instant,
  type SavedCard,
  SavedCardRepository,
  SavedCardToken,
  StorageUnavailable,
} from "@vintem/domain"
import { Effect, Layer, Schema } from "effect"
import { companyId } from "./company-row.ts"
import { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"

export const layer = Layer.effect(
  SavedCardRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

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
        .onConflict((conflict) => conflict.column("token").doNothing()),
    )

    const selectByToken = preparedQuery<{ company: number; token: string }, SavedCardRow>((value) =>
      build
        .selectFrom("saved_card")
        .selectAll()
        .where("token", "=", value("token"))
        .where("company_id", "=", value("company")),
    )

    return SavedCardRepository.of({
      add: (card) => Effect.asVoid(executor.write("savedCards.add", insertOnce(rowFromCard(card)))),
      find: (company: CompanyId, token: SavedCardToken) =>
        Effect.flatMap(executor.read("savedCards.find", selectByToken({ company, token })), ([row]) =>
          row === undefined ? Effect.succeedNone : Effect.asSome(cardFromRow(row)),
        ),
    })
  }),
)

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

const readBrand = Schema.decodeUnknownEffect(CardBrand)

const cardFromRow = (row: SavedCardRow): Effect.Effect<SavedCard, StorageUnavailable> =>
  Effect.mapBoth(readBrand(row.brand), {
    onFailure: (cause) => new StorageUnavailable({ fault: "corrupt", operation: "savedCards.find", cause }),
    onSuccess: (brand) => ({
      token: SavedCardToken.make(row.token),
      company: companyId(row.company_id),
      customer: CustomerId.make(row.customer_id),
      acquirerToken: row.acquirer_token,
      brand,
      firstDigits: row.first_digits,
      lastDigits: row.last_digits,
      createdAt: instant(row.created_at),
    }),
  })
