/**
 * Names made with the operating system's randomness.
 *
 * Identifiers in an order's indexes begin with the time: those made together are neighbours in the index, and one page is written for many
 * of them instead of one page for each.
 */
import { randomFillSync, randomUUID } from "node:crypto"
import { instant } from "@vintem/domain/calendar"
import { PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import {
  AttemptKey,
  BatchSecret,
  BatchToken,
  linkSlugBytes,
  linkSlugFrom,
  OrderNumber,
  OrderToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
  SubscriptionToken,
} from "@vintem/domain/identifiers"
import { Identifiers } from "@vintem/domain/ports"
import { TestEventId } from "@vintem/domain/webhook"
import { Clock, Effect, Layer } from "effect"
import { uuidInTime } from "./uuid-in-time.ts"

/** Names that begin with the time. */
const inTime = <A>(make: (now: number) => A) =>
  Clock.clockWith((clock) => Effect.succeed(make(clock.currentTimeMillisUnsafe())))

const uuid = Effect.sync(() => randomUUID())
const atRandom = <A>(name: { readonly make: (uuid: string) => A }) => Effect.sync(() => name.make(randomUUID()))

/** Crockford's alphabet: no letter is mistaken for a digit when an order number is read aloud. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeDigits = 9
const randomDigits = 6

/**
 * Time first, so that new numbers lie side by side in an index, then 30 bits: 15 characters, until the year 3084. The bits are random for
 * the first number of a millisecond, and counted on for those after it: one process makes no number twice, unless its clock goes back.
 * Of several processes the index is the judge.
 */
const orderNumber = inTime((now) => {
  const bits = now === last.now ? (last.bits + 1) % 32 ** randomDigits : randomBytes(4).readUInt32BE() >>> 2
  last = { now, bits }
  return OrderNumber.make(inDigits(now, timeDigits, alphabet) + inDigits(bits, randomDigits, alphabet))
})

/** What the number that was made last consists of. */
let last = { now: -1, bits: 0 }

/**
 * Time first, then 128 random bits in base64url: 30 characters, in order of time as bytes are compared, until the year 10889. An attacker
 * who knows the millisecond still has 2^128 keys to try; the key alone gives access to the payer's page.
 */
const publicKey = inTime((now) =>
  PublicKey.make(inDigits(now, publicTimeDigits, alphabetInOrder) + randomBytes(16).toString("base64url")),
)

/** The characters of base64url as bytes are compared. */
const alphabetInOrder = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
const publicTimeDigits = 8

const inDigits = (value: number, count: number, digitsInOrder: string): string => {
  let rest = value
  let digits = ""
  for (let digit = 0; digit < count; digit++) {
    digits = `${digitsInOrder[rest % digitsInOrder.length]}${digits}`
    rest = Math.floor(rest / digitsInOrder.length)
  }
  return digits
}

/** The hexadecimal digits of a uuid, 0 to 9 as g to p. */
const inLetters = (text: string): string =>
  text.replaceAll("-", "").replace(/[0-9]/gu, (digit) => "ghijklmnop".charAt(Number(digit)))

/**
 * Random bytes of the operating system, fetched by the page: asking it for a few costs as much as asking for many.
 *
 * @returns a view of bytes that no other call gets; at most 4096
 */
const randomBytes = (count: number): Buffer => {
  if (poolUsed + count > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += count
  return pool.subarray(poolUsed - count, poolUsed)
}

const pool = Buffer.alloc(4_096)
let poolUsed = pool.length

/** Names out of the machine's own randomness. */
export const layer = Layer.succeed(Identifiers, {
  orderNumber,
  orderToken: atRandom(OrderToken),
  publicKey,
  attemptKey: inTime((now) => AttemptKey.make(uuidInTime(now).replaceAll("-", ""))),
  refundKey: Effect.sync(() => RefundKey.make(randomUUID().replaceAll("-", ""))),
  savedCardToken: inTime((now) => SavedCardToken.make(uuidInTime(now))),
  linkSlug: inTime((now) => linkSlugFrom(instant(now), randomBytes(linkSlugBytes))),
  batchToken: atRandom(BatchToken),
  batchSecret: Effect.sync(() => BatchSecret.make(randomBytes(32).toString("hex"))),
  subscriptionToken: atRandom(SubscriptionToken),
  customerToken: uuid,
  paymentLinkRuleToken: atRandom(PaymentLinkRuleToken),
  testEventId: Effect.sync(() => TestEventId.make(`evt_test_${inLetters(randomUUID())}`)),
  lease: uuid,
})
