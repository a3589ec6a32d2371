/**
 * One single order as its client knows it: what was asked for under which key, and what came back.
 */
import type { PaymentOutcome } from "@vintem/contract"
import { changed } from "../../test/example-orders.ts"
import type { Random } from "../random.ts"
import { type Kind, kinds } from "./kinds.ts"

/** What a client got for one request: an answer, the word that the first request still runs, a 5xx, or nothing at all. */
type Reply = "answer" | "still running" | "server error" | "silence"

export interface Purchase {
  /** The idempotency key; also the `sku` of the order's only item, by which the order is found without the service's help. */
  readonly key: string
  readonly kind: Kind
  /** Centavos. */
  readonly amount: number
  /** The same text with every request. */
  readonly body: string
  /** Whether its client gives up where the first request brings no answer: then only the service looks after the order. */
  readonly isAskedOnce: boolean
  /** What came back, request by request. */
  readonly replies: Array<Reply>
  /** The first answer. */
  acknowledgement: Acknowledgement | null
  /** An answer that cannot be given to this request. */
  surprise: string | null
  /** Whether the service died or its clock was turned before the answer came, or a request had to be repeated. */
  isDisturbed: boolean
}

export interface Acknowledgement {
  readonly text: string
  readonly order: string
  readonly status: PaymentOutcome
}

/** Of so many purchases one is asked for once only. */
const askedOnceOneIn = 4

/** Valid documents of nobody: few, so that orders share customers. */
const documents = ["52998224725", "11144477735", "39053344705", "12345678909"] as const

/** Whether its client waits for an answer. */
export const isOpen = ({ acknowledgement, surprise, isAskedOnce, replies }: Purchase): boolean =>
  acknowledgement === null && surprise === null && !(isAskedOnce && replies.length > 0)

/** @param position - counted from 0; the kinds take turns */
export const purchaseAt = (position: number, random: Random): Purchase => {
  const key = `purchase-${position + 1}`
  const kind = kinds[position % kinds.length] ?? kinds[0]
  const amount = 100 + random.below(100_000)
  const items = [{ sku: key, title: "Caneca", unit_price: amount / 100, quantity: 1 }]
  const body = [
    ["items", items],
    ["discount", undefined],
    ["customer.taxvat", random.pick(documents)],
  ] as const
  return {
    key,
    kind,
    amount,
    body: JSON.stringify(body.reduce<unknown>((whole, [path, value]) => changed(whole, path, value), kind.body)),
    isAskedOnce: random.below(askedOnceOneIn) === 0,
    replies: [],
    acknowledgement: null,
    surprise: null,
    isDisturbed: false,
  }
}
