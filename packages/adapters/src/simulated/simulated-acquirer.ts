/**
 * An acquirer that moves no money and answers as the sandbox promises.
 *
 * It keeps the port's promises like a real one, by its own books: repeated requests under a key get one charge, even
 * concurrently or after a restart.
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import { displayOfCard } from "@vintem/domain/card"
import {
  Acquirer,
  type ChargeAnswer,
  type ChargeMeans,
  type ChargeRequest,
  OutcomeUnknown,
  type RefundAnswer,
  type RefundRequest,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { uuidInTime } from "../node/uuid-in-time.ts"
import { revise, SimulatedBooks } from "./books/simulated-books.ts"
import { behaviorOfCard, type RefusalReason, type SimulatedCard, verdictOfCard } from "./books/simulated-cards.ts"
import { answerOf, type BookEntry, nsuOf, type SimulatedCharge, tidOf } from "./books/simulated-charge.ts"
import { issued } from "./simulated-instruments.ts"
import { answerToRefund, type RefundFailure, refunded } from "./simulated-refund.ts"

/**
 * The behavior if a charge's answer never arrives: the caller waits until its time-out. Tests of the consequences can
 * make it fail at once.
 */
export const Silence = Context.Reference<Effect.Effect<never, OutcomeUnknown>>(
  "@vintem/adapters/SimulatedAcquirer/Silence",
  {
    defaultValue: () => Effect.never,
  },
)

/** Needs only its books; the time is from Effect's clock. */
export const layer: Layer.Layer<Acquirer, never, SimulatedBooks> = Layer.effect(
  Acquirer,
  Effect.gen(function* () {
    const books = yield* SimulatedBooks
    return Acquirer.of({
      charge: (request) => unlessUnavailable(charge(books, request)),
      find: ({ key }) => unlessUnavailable(find(books, key)),
      void: ({ key }) => unlessUnavailable(withdraw(books, key)),
      refund: (request) => unlessUnavailable(refund(books, request)),
    })
  }),
)

type Books = SimulatedBooks["Service"]

const unlessUnavailable = <A>(work: Effect.Effect<A, OutcomeUnknown | StorageUnavailable>) =>
  Effect.catchTag(work, "StorageUnavailable", ({ fault }) => new OutcomeUnknown({ detail: `books ${fault}` }))

/**
 * An existing charge of the key is the answer, and no new one is made: the books decide that when the charge is added.
 */
const charge = Effect.fnUntraced(function* (books: Books, request: ChargeRequest) {
  const { means } = request
  const now = instant(yield* Clock.currentTimeMillis)
  switch (means._tag) {
    case "card":
      return yield* chargeCard(books, request, tokenized(means, now), false, now)
    case "saved_card":
      return yield* Option.match(yield* books.findCard(means.acquirerToken), {
        onSome: (card) => chargeCard(books, request, card, true, now),
        onNone: () => record(books, refused(blank(request, "credit", now), "unknown_card")),
      })
    default: {
      const made = blank(request, means._tag, now)
      return yield* record(
        books,
        Result.match(issued(request, means), {
          onSuccess: (instrument) => ({ ...made, state: "open", instrument }),
          onFailure: (reason) => refused(made, reason),
        }),
      )
    }
  }
})

const find = Effect.fnUntraced(function* (books: Books, key: ChargeRequest["key"]) {
  const found = yield* books.find(key)
  return Option.isNone(found) ? Option.none<ChargeAnswer>() : Option.some(yield* answer(found.value))
})

const withdraw = Effect.fnUntraced(function* (books: Books, key: ChargeRequest["key"]) {
  // Written first: a later charge finds it, and an earlier one is withdrawn next.
  const entry = yield* books.add({ _tag: "VoidedKey", key, version: 1 })
  return yield* answer(yield* revise(books, entry, voidPending))
})

const refund = Effect.fnUntraced(function* (books: Books, request: RefundRequest) {
  const found = yield* books.find(request.charge.key)
  if (Option.isNone(found)) return failed("unknown_charge")
  const now = instant(yield* Clock.currentTimeMillis)
  const entry = yield* revise(books, found.value, (current) =>
    Result.succeed(current._tag === "Charge" ? refunded(current, request, now) : current),
  )
  const answered = entry._tag === "Charge" ? answerToRefund(entry, request.key) : null
  return answered ?? failed("not_charged")
})

const failed = (reason: RefundFailure): RefundAnswer => ({ fact: "failed", report: { reason } })

const chargeCard = (books: Books, request: ChargeRequest, card: SimulatedCard, isSaved: boolean, now: Instant) => {
  if (card.behavior === "fail_5xx") return failedUnlessKnown(books, request.key)
  const verdict = verdictOfCard(card.behavior, isSaved)
  const confirmedAt = verdict.state === "confirmed" ? now : null
  const made: SimulatedCharge = { ...blank(request, "credit", now), ...verdict, confirmedAt, cardToken: card.token }
  return Effect.flatMap(
    books.add(made, card),
    (entry): Effect.Effect<ChargeAnswer, OutcomeUnknown | StorageUnavailable> => {
      const isSilent = entry === made && card.behavior === "time_out"
      return isSilent ? Effect.flatten(Silence) : answer(entry)
    },
  )
}

const failedUnlessKnown = Effect.fnUntraced(function* (books: Books, key: ChargeRequest["key"]) {
  const known = yield* find(books, key)
  return Option.isSome(known) ? known.value : yield* new OutcomeUnknown({ detail: "HTTP 503" })
})

const tokenized = ({ card }: Extract<ChargeMeans, { readonly _tag: "card" }>, now: Instant): SimulatedCard => {
  const { brand, lastDigits } = displayOfCard(card)
  return {
    token: `card_${uuidInTime(now)}`,
    brand,
    lastDigits,
    behavior: behaviorOfCard(Redacted.value(card.number)),
  }
}

/** The first charge under a key is the only one: a second request gets the first one. */
const record = Effect.fnUntraced(function* (books: Books, made: SimulatedCharge) {
  return yield* answer(yield* books.add(made))
})

const answer = (entry: BookEntry): Effect.Effect<ChargeAnswer> =>
  Effect.map(Clock.currentTimeMillis, (now) => answerOf(entry, instant(now)))

const voidPending = (entry: BookEntry): Result.Result<BookEntry> =>
  Result.succeed(entry._tag === "Charge" && isPending(entry) ? { ...entry, state: "voided" } : entry)

const isPending = ({ state }: SimulatedCharge): boolean => state === "open" || state === "review"

const refused = (charge: SimulatedCharge, reason: RefusalReason): SimulatedCharge => ({
  ...charge,
  state: "refused",
  reason,
})

/** A new charge: only its request is known. */
const blank = (
  { key, order, amount }: ChargeRequest,
  method: SimulatedCharge["method"],
  madeAt: Instant,
): SimulatedCharge => ({
  _tag: "Charge",
  key,
  version: 1,
  order,
  amount,
  method,
  state: "refused",
  isRiskApproved: false,
  reason: null,
  instrument: null,
  cardToken: null,
  tid: tidOf(key),
  nsu: method === "credit" ? nsuOf(key) : null,
  madeAt,
  confirmedAt: null,
  refunds: [],
  failedRefunds: [],
  dispute: null,
})
