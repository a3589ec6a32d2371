/**
 * Stores the cards that a company may charge again: the acquirer's token, and the displayable part. No card number.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Instant } from "../../calendar/instant.ts"
import type { CardBrand } from "../../card/brand.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { CustomerId } from "../../identifiers/customer.ts"
import type { SavedCardToken } from "../../identifiers/saved-card.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** A card that can be charged again by its token, without its number. */
export interface SavedCard {
  readonly token: SavedCardToken
  readonly company: CompanyId
  readonly customer: CustomerId
  /** The acquirer's token for the card. It is worth money, so it never leaves the service. */
  readonly acquirerToken: string
  readonly brand: CardBrand
  /** The first six and the last four digits: no more may be readable (PCI DSS 3.4.1). */
  readonly firstDigits: string
  readonly lastDigits: string
  readonly createdAt: Instant
}

/** Stores saved cards by the token that their company uses. */
export class SavedCardRepository extends Context.Service<
  SavedCardRepository,
  {
    /** Stores a card. If the company has a card with this token, it is kept and nothing is written. */
    readonly add: (card: SavedCard) => Effect.Effect<void, StorageUnavailable>
    /** A company's card. None if it is another company's. */
    readonly find: (
      company: CompanyId,
      token: SavedCardToken,
    ) => Effect.Effect<Option.Option<SavedCard>, StorageUnavailable>
  }
>()("@vintem/domain/ports/SavedCardRepository") {}
