/**
 * Turns the thin port of an institution into an `Acquirer` with every promise of it, by books in the service's database.
 *
 * The rules behind it:
 *
 * - A charge is created once per key: by the caller that opened the key's entry. Every other request looks it up.
 * - A void fences the books first, and then the institution: a request in flight may arrive later.
 * - A payment outweighs a void: the institution is asked even about voided keys.
 * - A refused charge or refund is recorded, because institutions do not remember it.
 * - The requested end of a Pix is the one in the books, not the institution's, which is up to a second earlier.
 *
 * @see docs/decisions/orders.md#0358
 */
import { type Instant, instant } from "@vintem/domain/calendar"
import type { CompanyId } from "@vintem/domain/identifiers"
import type { PaymentMethod } from "@vintem/domain/method"
import {
  Acquirer,
  AcquirerUnreached,
  type BookedCharge,
  type ChargeAnswer,
  ChargeBooks,
  type ChargeEntry,
  type ChargeRef,
  type ChargeRequest,
  OutcomeUnknown,
  type RefundAnswer,
  type RefundRequest,
  type StorageUnavailable,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { KeyLocks } from "./key-locks.ts"
import type { AccountRejected, Psp, PspCharge, ChargeRef as PspRef } from "./psp.ts"

/** The acquirer of one account. The time is from Effect's clock. */
export const layer = (psp: Psp): Layer.Layer<Acquirer, never, ChargeBooks> =>
  Layer.effect(
    Acquirer,
    Effect.gen(function* () {
      const booked: Booked = { psp, books: yield* ChargeBooks }
      const locks = new KeyLocks()
      return Acquirer.of({
        charge: (request) => locks.alone(request.key, Effect.catchTags(charge(booked, request), unanswered)),
        find: (ref) => Effect.catchTags(find(booked, ref), unanswered),
        void: (ref) => locks.alone(ref.key, Effect.catchTags(withdraw(booked, ref), unanswered)),
        refund: (request) => locks.alone(request.charge.key, Effect.catchTags(refund(booked, request), unanswered)),
      })
    }),
  )

interface Booked {
  readonly psp: Psp
  readonly books: ChargeBooks["Service"]
}

const charge = Effect.fnUntraced(function* ({ books, psp }: Booked, request: ChargeRequest) {
  const asked = bookedFrom(request, psp.account.name)
  const ref = yield* pspRefOf({ ...request, method: asked.method })
  const { isBooked = false, receiver: _, ...charged } = request
  const isFirst = isBooked || (yield* books.open({ ...asked, company: ref.company }))
  const entry = Option.getOrNull(yield* books.find(ref.company, request.key))
  if (!isFirst || entry?.isVoided === true) return yield* known(psp, ref, entry)
  const made = yield* psp.create({ ...charged, company: ref.company }).pipe(
    Effect.catchTags({
      ChargeRefused: ({ reason }) => Effect.succeed({ fact: "refused", report: { reason } } as const),
      // Nothing was done. An operator has to change something, and the payer may pay in another way at once.
      AccountRejected: (rejected) => new AcquirerUnreached({ detail: detailOf(rejected) }),
    }),
  )
  if ("key" in made) return yield* told(made, entry)
  if (!isBooked) yield* books.answer({ company: ref.company, key: request.key, answer: made })
  return made
})

const find = Effect.fnUntraced(function* ({ books, psp }: Booked, asked: ChargeRef) {
  const ref = yield* pspRefOf(asked)
  const entry = Option.getOrNull(yield* books.find(ref.company, ref.key))
  const refused = refusedIn(entry)
  if (refused !== null) return Option.some(refused)
  const found = yield* psp.find(ref)
  return Option.isNone(found) ? Option.none<ChargeAnswer>() : Option.some(yield* told(found.value, entry))
})

const withdraw = Effect.fnUntraced(function* ({ books, psp }: Booked, asked: ChargeRef) {
  const ref = yield* pspRefOf(asked)
  const before = Option.getOrNull(yield* books.find(ref.company, ref.key))
  const refused = refusedIn(before)
  if (refused !== null) return refused
  if (before?.isVoided !== true) yield* books.fence(ref.company, ref.key)
  return yield* told(yield* psp.cancel(ref, null), before)
})

const refund = Effect.fnUntraced(function* ({ books, psp }: Booked, request: RefundRequest) {
  const ref = yield* pspRefOf(request.charge)
  const entry = yield* books.openRefund({
    company: ref.company,
    charge: ref.key,
    key: request.key,
    amount: request.amount,
  })
  if (entry.answer !== null && entry.answer.fact !== "processing") return entry.answer
  const found = yield* psp.find(ref)
  const isPaid = Option.exists(found, ({ fact }) => fact === "confirmed")
  // Only the first request is sure that none has left: later, a lookup that shows no money may be out of date.
  const answer: RefundAnswer =
    !isPaid && entry.isFirst
      ? failed(Option.isNone(found) ? "unknown_charge" : "not_charged")
      : yield* psp.giveBack({ key: request.key, charge: ref, amount: entry.refund.amount })
  const { fact, report } = answer
  if (fact !== "processing") yield* books.answerRefund(entry.refund, { fact, report })
  return { fact, report }
})

/** The state of a key that was used before. Nothing is sent under it. */
const known = Effect.fnUntraced(function* (psp: Psp, ref: PspRef, entry: ChargeEntry | null) {
  const refused = refusedIn(entry)
  if (refused !== null) return refused
  const found = yield* psp.find(ref)
  if (Option.isSome(found)) return yield* told(found.value, entry)
  return entry?.isVoided === true ? voided : yield* new OutcomeUnknown({ detail: "a charge that does not show yet" })
})

/** A refusal is final: the institution made no charge, and is not asked again. */
const refusedIn = (entry: ChargeEntry | null): ChargeAnswer | null =>
  entry?.answer?.fact === "refused" ? entry.answer : null

const voided: ChargeAnswer = { fact: "voided", report: {} }

/** The charge in the port's terms: its end is the requested one, and past it the charge has expired. */
const told = (charge: PspCharge, entry: ChargeEntry | null): Effect.Effect<ChargeAnswer> =>
  Effect.map(Clock.currentTimeMillis, (now) => answerOf(charge, entry?.charge?.expiresAt ?? null, instant(now)))

const answerOf = ({ fact, report }: PspCharge, expiresAt: Instant | null, now: Instant): ChargeAnswer => {
  const { instrument } = report
  if (expiresAt === null || instrument === undefined || !("expiresAt" in instrument)) return { fact, report }
  return {
    fact: fact === "open" && now > expiresAt + graceMillis ? "expired" : fact,
    report: { ...report, instrument: { ...instrument, expiresAt } },
  }
}

/** A payment in the last second takes a moment to show, and the institution's clock may differ. */
const graceMillis = 60_000

const failed = (reason: "not_charged" | "unknown_charge"): RefundAnswer => ({ fact: "failed", report: { reason } })

const bookedFrom = ({ key, order, amount, means }: ChargeRequest, account: string): Omit<BookedCharge, "company"> => ({
  key,
  account,
  method: methodOf(means),
  order,
  amount,
  expiresAt: "expiresAt" in means ? means.expiresAt : null,
})

const methodOf = (means: ChargeRequest["means"]): PaymentMethod =>
  means._tag === "card" || means._tag === "saved_card" ? "credit" : means._tag

/** Books belong to companies, and institutions ask for the method. */
const pspRefOf = ({ key, company, method }: Whereabouts): Effect.Effect<PspRef, OutcomeUnknown> =>
  company === undefined || method === undefined
    ? new OutcomeUnknown({ detail: "a question that does not name the company and the method" })
    : Effect.succeed({ key, company, method })

interface Whereabouts extends Pick<ChargeRef, "key" | "method"> {
  readonly company?: CompanyId | undefined
}

const detailOf = ({ account, detail, fault }: AccountRejected) =>
  `the account ${account} is rejected (${fault}): ${detail}`

/** Without the books, or with a rejected account, nothing is known about the charge. */
const unanswered = {
  AccountRejected: (rejected: AccountRejected) => new OutcomeUnknown({ detail: detailOf(rejected) }),
  StorageUnavailable: ({ fault }: StorageUnavailable) => new OutcomeUnknown({ detail: `books ${fault}` }),
}
