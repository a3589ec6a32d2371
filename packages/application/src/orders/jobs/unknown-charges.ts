/**
 * Charges that the acquirer made and the store does not know, because the database was restored to an earlier time.
 *
 * An intent is stored before the request to the acquirer, so a store that has lost nothing has no unknown charges. A
 * person decides which to refund: if two services share an account at the acquirer, the charges of one are unknown to
 * the other.
 */
import type { Instant } from "@vintem/domain/calendar"
import { RefundKey } from "@vintem/domain/identifiers"
import { methodRules } from "@vintem/domain/method"
import { centavos } from "@vintem/domain/money"
import {
  Acquirer,
  ChargeList,
  type ChargePage,
  type CompanyRepository,
  chargePageMax,
  type ListedCharge,
  type NoChargeList,
  OrderRepository,
  type OutcomeUnknown,
  type RefundAnswer,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { companyOfName } from "../../names/company-of-name.ts"

/**
 * How the money of a charge is returned: received money is refunded, a charge that could still be paid is voided, and otherwise there is
 * none.
 */
export const remedyOf = ({ amount, fact, returned }: ListedCharge): "refund" | "void" | "none" => {
  switch (fact) {
    case "confirmed":
      return returned < amount ? "refund" : "none"
    case "open":
    case "review":
    case "approved":
      return "void"
    case "refused":
    case "expired":
    case "voided":
      return "none"
  }
}

/** The numbers of compared charges. */
export interface ComparedCharges {
  /** Charges in the acquirer's list. */
  readonly listed: number
  /** Listed charges that are in no order. */
  readonly unknown: number
  /** Unknown charges that have received money, or still could. */
  readonly withMoney: number
}

/** The comparison, and its callbacks. */
export interface Comparison {
  /** Earlier charges are left out. */
  readonly since: Instant
  /** Called for each unknown charge, in the order of the list. */
  readonly onUnknown: (charge: ListedCharge) => Effect.Effect<void>
}

/** Reads the acquirer's list, a page at a time, and reports each charge that is in no order. Writes nothing. */
export const compareCharges = Effect.fn("compareCharges")(function* ({
  since,
  onUnknown,
}: Comparison): Effect.fn.Return<
  ComparedCharges,
  NoChargeList | OutcomeUnknown | StorageUnavailable,
  ChargeList | CompanyRepository | OrderRepository
> {
  const list = yield* ChargeList
  const orders = yield* OrderRepository
  const counts = { listed: 0, unknown: 0, withMoney: 0 }
  let after: ChargePage["next"] = null
  do {
    const page: ChargePage = yield* list.page({ since, after, limit: chargePageMax })
    counts.listed += page.charges.length
    for (const charge of page.charges) {
      const company = yield* companyOfName(charge.key)
      if (Option.isSome(company) && Option.isSome(yield* orders.findByAttempt(company.value.id, charge.key))) continue
      counts.unknown += 1
      if (remedyOf(charge) !== "none") counts.withMoney += 1
      yield* onUnknown(charge)
    }
    after = page.next
  } while (after !== null)
  return counts satisfies ComparedCharges
})

/**
 * Refunds the money of a charge that is in no order, once, however often it is called: the refund's key is the charge's
 * own. If a charge is paid while it is voided, it is refunded.
 *
 * @returns the final state: `processing` may still fail, `failed` is final, `none` if there was no money to refund
 */
export const giveBackCharge = Effect.fn("giveBackCharge")(function* (
  charge: ListedCharge,
): Effect.fn.Return<RefundAnswer["fact"] | "none" | "voided", OutcomeUnknown, Acquirer> {
  const acquirer = yield* Acquirer
  const ref = { key: charge.key, method: charge.method }
  const refund = (back: number) =>
    Effect.map(
      acquirer.refund({
        key: RefundKey.make(charge.key),
        charge: ref,
        amount: centavos(back),
        way: methodRules[charge.method].refundWay,
      }),
      ({ fact }) => fact,
    )
  switch (remedyOf(charge)) {
    case "refund":
      return yield* refund(charge.amount - charge.returned)
    case "void": {
      const { fact } = yield* acquirer.void(ref)
      if (fact === "confirmed") return yield* refund(charge.amount)
      return fact === "voided" ? "voided" : "none"
    }
    case "none":
      return "none"
  }
})
