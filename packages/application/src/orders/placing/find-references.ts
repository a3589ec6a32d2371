/** Looks up the references of an order: a customer, a saved card. */
import type { CompanyId, CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { CustomerRepository, type SavedCard, SavedCardRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import type { UnknownReferences } from "./single-order.ts"

/** The references that exist in the company. */
export interface FoundReferences {
  readonly unknown: UnknownReferences
  readonly card: SavedCard | null
}

/** Another company's customer or card counts as unknown. */
export const findReferences = (
  company: CompanyId,
  references: References,
): Effect.Effect<FoundReferences, StorageUnavailable, CustomerRepository | SavedCardRepository> =>
  references.customerId === null && references.cardToken === null ? nothingToFind : lookUp(company, references)

interface References {
  readonly customerId: CustomerId | null
  readonly cardToken: SavedCardToken | null
}

const nothingToFind = Effect.succeed<FoundReferences>({ unknown: { customerId: false, cardToken: false }, card: null })

const lookUp = Effect.fnUntraced(function* (company: CompanyId, { customerId, cardToken }: References) {
  const customers = yield* CustomerRepository
  const cards = yield* SavedCardRepository
  const customer = customerId === null ? Option.none() : yield* customers.find(company, customerId)
  const card = cardToken === null ? Option.none() : yield* cards.find(company, cardToken)
  const found: FoundReferences = {
    unknown: {
      customerId: customerId !== null && Option.isNone(customer),
      cardToken: cardToken !== null && Option.isNone(card),
    },
    card: Option.getOrNull(card),
  }
  return found
})
