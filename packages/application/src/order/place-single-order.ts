/**
 * Places an order and asks for its money in one request.
 *
 * Three steps, never one transaction: the intent is committed, the acquirer is asked under the attempt's key, the outcome is
 * committed. Whatever happens between them leaves an ordinary state that is resolved by asking again.
 */
import {
  type Attempt,
  addDays,
  type ChargedCard,
  type ChargeMeans,
  type ChargeRequest,
  CustomerRepository,
  decide,
  displayOfCard,
  evolve,
  HostingAddressDetector,
  IdempotencyStore,
  Identifiers,
  type Instant,
  instant,
  type Method,
  nextBankingDay,
  type Order,
  type OrderChange,
  type OrderEvent,
  type OrderNews,
  type OrderNumber,
  OrderRepository,
  placed,
  quote,
  type SavedCard,
  saoPauloDate,
  UnitOfWork,
} from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { claimKey, keepAnswer } from "../idempotency/claim-key.ts"
import type { Answered } from "../idempotency/once.ts"
import { keepWork } from "../work/work-of-order.ts"
import { charge, resolve } from "./ask-acquirer.ts"
import { ChargePolicy } from "./charge-policy.ts"
import { findReferences } from "./find-references.ts"
import { heard, recordNewsInUnit, saveHeard } from "./record-news.ts"
import type { PlaceSingleOrder, SinglePayment } from "./single-order.ts"

/** Default validity of a Pix, minutes. */
const pixMinutes = 10
/** Default days until a slip is due. */
const slipDays = 3
/** What a request may take beside the acquirer's answer before its worker is believed dead, milliseconds. */
const workMarginMillis = 5_000

/**
 * Not to be interrupted: whoever asked may hang up, the charge goes on and its outcome is kept.
 *
 * @returns the answer to send, and whether it is that of an earlier request
 */
export const placeSingleOrder = Effect.fnUntraced(function* (request: PlaceSingleOrder) {
  const intent = yield* commitIntent(request)
  return yield* carryOut(request, intent).pipe(Effect.tapCause(() => releaseKey(request)))
}, Effect.uninterruptible)

type Intent =
  | { readonly _tag: "Settled"; readonly answered: Answered }
  | { readonly _tag: "Started"; readonly order: Order; readonly attempt: Attempt; readonly charge: ChargeRequest }
  | { readonly _tag: "Resumed"; readonly order: Order }

/** Second and last step, from wherever the first one left off. */
const carryOut = Effect.fnUntraced(function* (request: PlaceSingleOrder, intent: Intent) {
  switch (intent._tag) {
    case "Settled":
      return intent.answered
    case "Started":
      return yield* commitOutcome(request, intent.order, yield* charge(intent.attempt, intent.charge))
    case "Resumed": {
      const inFlight = intent.order.attempts.find(isInFlight)
      if (inFlight === undefined) return yield* commitAnswer(request, intent.order)
      return yield* commitOutcome(request, intent.order, yield* resolve(inFlight))
    }
  }
})

/** First step: key, customer, order and attempt in one commit, or an answer that needs none of them. */
const commitIntent = Effect.fnUntraced(function* (request: PlaceSingleOrder) {
  const { commit } = yield* UnitOfWork
  const orders = yield* OrderRepository
  const customers = yield* CustomerRepository
  const policy = yield* ChargePolicy
  const names = yield* namesFor(request)
  const now = instant(yield* Clock.currentTimeMillis)
  const { company, order, keyed } = request

  return yield* commit(
    Effect.gen(function* () {
      const claim = yield* claimKey(keyed, now, policy.acquirerTimeoutMillis + workMarginMillis)
      if (claim._tag === "Answered") return settled(claim.answer, true)
      if (claim._tag === "Resumed") {
        const stored = yield* orders.find(company.id, claim.order)
        if (Option.isSome(stored)) return { _tag: "Resumed", order: stored.value.order } satisfies Intent
      }

      const refusal = yield* refusalOf(request)
      if (refusal.outcome !== null) {
        return settled(yield* keepAnswer(keyed, request.encode(refusal.outcome)), false)
      }

      const customerId =
        order.customerId ??
        (yield* customers.put({
          company: company.id,
          token: names.customerToken,
          details: order.customer,
          createdAt: now,
        }))
      const placing: OrderEvent & { readonly _tag: "OrderPlaced" } = {
        _tag: "OrderPlaced",
        details: {
          company: company.id,
          number: names.number,
          token: names.token,
          publicKey: names.publicKey,
          origin: "single",
          src: null,
          ref: null,
          checkout: null,
          customerId,
          customer: order.customer,
          address: order.address,
          items: order.items,
          amount: order.amount,
          discount: order.discount,
          placedAt: now,
        },
        at: now,
      }
      const starting = startOf(request, placed(placing), names, refusal.card, now)
      yield* orders.add(starting.order, [placing, ...starting.events])
      yield* keepWork(starting.order, starting.events)
      yield* attachKey(request, names.number)
      return {
        _tag: "Started",
        order: starting.order,
        attempt: starting.attempt,
        charge: {
          key: names.attemptKey,
          order: names.number,
          amount: starting.attempt.quote.charged,
          means: meansOf(order.payment, refusal.card, now),
          payer: order.customer,
          receiver: { name: company.name, city: company.city },
        },
      } satisfies Intent
    }),
  )
})

const settled = (answer: Answered["answer"], isReplayed: boolean): Intent => ({
  _tag: "Settled",
  answered: { answer, isReplayed },
})

/** What keeps the order from being placed, by rank; and the saved card it is to be charged to, if any. */
const refusalOf = Effect.fnUntraced(function* ({ company, clientAddress, order }: PlaceSingleOrder) {
  const policy = yield* ChargePolicy
  const detector = yield* HostingAddressDetector
  if (company.underModeration) return { outcome: { _tag: "UnderModeration" }, card: null } as const
  if (clientAddress !== null && (company.blockCloud ?? policy.blockCloud)) {
    const hosting = detector.detect(clientAddress)
    if (Option.isSome(hosting)) {
      yield* Effect.logInfo("single order from a hosting address", { asn: hosting.value.asn })
      return { outcome: { _tag: "FromHosting" }, card: null } as const
    }
  }
  const { customerId, payment } = order
  const cardToken = payment._tag === "credit" && payment.card._tag === "saved" ? payment.card.token : null
  const { unknown, card } = yield* findReferences(company.id, { customerId, cardToken })
  return unknown.customerId || unknown.cardToken
    ? ({ outcome: { _tag: "UnknownReferences", references: unknown }, card: null } as const)
    : ({ outcome: null, card } as const)
})

/** New names are made before the unit: a unit that is run again must not make others. */
const namesFor = Effect.fnUntraced(function* ({ order }: PlaceSingleOrder) {
  const identifiers = yield* Identifiers
  return {
    number: yield* identifiers.orderNumber,
    token: yield* identifiers.orderToken,
    publicKey: yield* identifiers.publicKey,
    attemptKey: yield* identifiers.attemptKey,
    customerToken: yield* identifiers.customerToken,
    cardToken: order.payment._tag === "credit" ? yield* identifiers.savedCardToken : null,
  }
})

type Names = Effect.Success<ReturnType<typeof namesFor>>

/** The order with its first attempt started. Of a new order this cannot be refused. */
const startOf = (request: PlaceSingleOrder, order: Order, names: Names, saved: SavedCard | null, at: Instant) => {
  const { payment } = request.order
  const price = Result.getOrThrow(
    quote({
      amount: request.order.amount,
      method: methodOf(payment),
      feeMode: "none",
      fees: request.company.fees,
    }),
  )
  const card = chargedCard(payment, saved, names)
  const events: ReadonlyArray<OrderChange> = Result.getOrThrow(
    decide(order, { _tag: "StartAttempt", key: names.attemptKey, quote: price, card, at }),
  )
  const started = events.reduce(evolve, order)
  const attempt = started.attempts.find(({ key }) => key === names.attemptKey)
  if (attempt === undefined) throw new Error("An attempt that was started is part of its order.")
  return { order: started, events, attempt }
}

const methodOf = (payment: SinglePayment): Method =>
  payment._tag === "credit" ? { _tag: "credit", installments: payment.installments } : { _tag: payment._tag }

const chargedCard = (payment: SinglePayment, saved: SavedCard | null, names: Names): ChargedCard | null => {
  if (payment._tag !== "credit") return null
  if (saved !== null) {
    const { token, brand, firstDigits, lastDigits } = saved
    return { token, brand, firstDigits, lastDigits }
  }
  if (payment.card._tag !== "new" || names.cardToken === null) return null
  const { brand, firstDigits, lastDigits } = displayOfCard(payment.card.details)
  return { token: names.cardToken, brand, firstDigits, lastDigits }
}

const meansOf = (payment: SinglePayment, saved: SavedCard | null, now: Instant): ChargeMeans => {
  switch (payment._tag) {
    case "pix":
      return { _tag: "pix", expiresAt: instant(now + (payment.expirationMinutes ?? pixMinutes) * 60_000) }
    case "bank_slip":
      return {
        _tag: "bank_slip",
        dueDate: nextBankingDay(addDays(saoPauloDate(now), payment.expirationDays ?? slipDays)),
      }
    case "credit": {
      const { installments, card } = payment
      if (card._tag === "new") return { _tag: "card", card: card.details, installments }
      if (saved === null) throw new Error("A saved card is found before it is charged.")
      return { _tag: "saved_card", acquirerToken: saved.acquirerToken, installments }
    }
  }
}

const attachKey = Effect.fnUntraced(function* ({ keyed }: PlaceSingleOrder, number: OrderNumber) {
  if (keyed === null) return
  const store = yield* IdempotencyStore
  yield* store.attach(keyed.scope, keyed.key, number)
})

/** After a failure the next request under the key resumes at once. Where even this fails, it resumes when the claim runs out. */
const releaseKey = Effect.fnUntraced(function* ({ keyed }: PlaceSingleOrder) {
  if (keyed === null) return
  const store = yield* IdempotencyStore
  yield* Effect.ignore(store.release(keyed.scope, keyed.key))
})

/**
 * Last step: what the acquirer said, the card it was said of, and the answer to the request, in one commit. Where somebody else
 * learned something of this order meanwhile, ours is recorded upon theirs and the answer tells both.
 */
const commitOutcome = Effect.fnUntraced(function* (request: PlaceSingleOrder, order: Order, news: OrderNews) {
  const { commit } = yield* UnitOfWork
  const after = heard(order, [news])
  const asWeKnowIt = Effect.andThen(saveHeard(after.order, after.events), answerWith(request, after.order))
  const asItIsStored = Effect.flatMap(recordNewsInUnit(request.company.id, order.details.number, [news]), (stored) =>
    answerWith(request, Option.match(stored, { onNone: () => after.order, onSome: (one) => one.order })),
  )
  // News that say nothing new compare nothing with the store: then only the store can tell how the order stands.
  if (after.events.length === 0) return yield* commit(asItIsStored)
  return yield* commit(asWeKnowIt).pipe(Effect.catchTag("OrderConflict", () => commit(asItIsStored)))
})

const commitAnswer = Effect.fnUntraced(function* (request: PlaceSingleOrder, order: Order) {
  const { commit } = yield* UnitOfWork
  return yield* commit(answerWith(request, order))
})

const answerWith = Effect.fnUntraced(function* (request: PlaceSingleOrder, order: Order) {
  const answer = yield* keepAnswer(request.keyed, request.encode({ _tag: "Placed", order }))
  return { answer, isReplayed: false } satisfies Answered
})

const isInFlight = ({ facts }: Attempt): boolean => facts.every((fact) => fact === "sent" || fact === "unknown")
