/** One order from its client's view: the request and its outcome. */
import type { PaymentOutcome } from "@vintem/contract"
import { type Answer, type ClientRequest, clientRequest, isAskedOnceBy } from "../client-request.ts"
import type { Asking } from "../clients.ts"
import type { Random } from "../random.ts"
import { type Kind, kinds } from "./kinds.ts"

export interface Purchase {
  /** Its key is also in the order, so a check finds the order without the service. */
  readonly request: ClientRequest
  readonly kind: Kind
  /** Centavos. */
  readonly amount: number
  /** The outcome by the answer. */
  outcome: Outcome | null
}

/** Acknowledged, refused for a permitted reason, or answered impossibly. */
export type Outcome =
  | { readonly _tag: "acknowledged"; readonly order: string; readonly status: PaymentOutcome }
  | { readonly _tag: "refused" }
  /** Its order existed before, and may not be paid. */
  | { readonly _tag: "left unpaid" }
  | { readonly _tag: "surprise" }

/** How the orders of a scenario are placed. */
export interface PlaceOrderOutcome {
  readonly path: string
  /** The prefix of a key. */
  readonly prefix: string
  /** A valid body for an amount in centavos; it holds the key. */
  readonly body: (wanted: Wanted, random: Random) => object
  readonly outcomeOf: (answer: Answer, purchase: Purchase) => Outcome
}

interface Wanted {
  /** Counted from 0. */
  readonly position: number
  readonly key: string
  readonly kind: Kind
  /** Centavos. */
  readonly amount: number
  /** The kind's customer, now and then another. */
  readonly customer: object
}

/** Valid invented documents: few, so that orders share customers. */
const documents = ["52998224725", "11144477735", "39053344705", "12345678909"] as const

/** @param position - counted from 0; the kinds take turns */
export const purchaseAt = ({ body, path, prefix }: PlaceOrderOutcome, position: number, random: Random): Purchase => {
  const key = `${prefix}-${position + 1}`
  const kind = kinds[position % kinds.length] ?? kinds[0]
  const amount = 100 + random.below(100_000)
  const customer = { ...kind.body.customer, taxvat: random.pick(documents) }
  const isAskedOnce = isAskedOnceBy(random)
  const wanted = body({ position, key, kind, amount, customer }, random)
  return { request: clientRequest({ key, path, isAskedOnce }, wanted), kind, amount, outcome: null }
}

/** @param purchases - all so far: one more is added */
export const purchase = async (
  placing: PlaceOrderOutcome,
  purchases: Array<Purchase>,
  asking: Asking,
  random: Random,
): Promise<void> => {
  const wanted = purchaseAt(placing, purchases.length, random)
  purchases.push(wanted)
  const answer = await asking(wanted.request)
  wanted.outcome = answer === null ? null : placing.outcomeOf(answer, wanted)
}
