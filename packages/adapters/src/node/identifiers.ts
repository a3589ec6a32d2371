/**
 * Names made with the operating system's randomness.
 */

import { randomFillSync, randomUUID } from "node:crypto"
import {
  AttemptKey,
  BatchSecret,
  BatchToken,
  Identifiers,
  instant,
  linkSlugBytes,
  linkSlugFrom,
  OrderNumber,
  OrderToken,
  PaymentLinkRuleToken,
  PublicKey,
  RefundKey,
  SavedCardToken,
  SubscriptionToken,
} from "@vintem/domain"
import { Clock, Effect, Layer } from "effect"

/** Crockford's alphabet: no letter in it is mistaken for a digit when somebody reads an order number aloud. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const timeDigits = 9
const randomDigits = 6

/**
 * Time first, so that new numbers lie side by side in an index, then 30 bits: 15 characters, until the year 3084. The bits are random for
 * the first number of a millisecond, and counted on for those after it: one process makes no number twice, unless its clock goes back.
 * Of several processes the index is the judge.
 */
const orderNumber = Effect.map(Clock.currentTimeMillis, (now) => {
  const bits = now === last.now ? (last.bits + 1) % 32 ** randomDigits : randomBytes(4).readUInt32BE() >>> 2
  last = { now, bits }
  return OrderNumber.make(inDigits(now, timeDigits) + inDigits(bits, randomDigits))
})

/** What the number that was made last consists of. */
let last = { now: -1, bits: 0 }

const inDigits = (value: number, count: number): string => {
  let rest = value
  let digits = ""
  for (let digit = 0; digit < count; digit++) {
    digits = `${alphabet[rest % 32]}${digits}`
    rest = Math.floor(rest / 32)
  }
  return digits
}

/** Random bytes are fetched by the page: asking the system for a few costs as much as asking for many. */
const pool = Buffer.alloc(4_096)
let poolUsed = pool.length
const randomBytes = (count: number): Buffer => {
  if (poolUsed + count > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += count
  return pool.subarray(poolUsed - count, poolUsed)
}

const uuid = Effect.sync(() => randomUUID())
const uuidDigits = Effect.map(uuid, (text) => text.replaceAll("-", ""))

/** Names out of the machine's own randomness. */
export const layer = Layer.succeed(Identifiers, {
  orderNumber,
  orderToken: Effect.map(uuid, (text) => OrderToken.make(text)),
  publicKey: Effect.sync(() => PublicKey.make(randomBytes(16).toString("base64url"))),
  attemptKey: Effect.map(uuidDigits, (text) => AttemptKey.make(text)),
  refundKey: Effect.map(uuidDigits, (text) => RefundKey.make(text)),
  savedCardToken: Effect.map(uuid, (text) => SavedCardToken.make(text)),
  linkSlug: Effect.map(Clock.currentTimeMillis, (now) => linkSlugFrom(instant(now), randomBytes(linkSlugBytes))),
  batchToken: Effect.map(uuid, (text) => BatchToken.make(text)),
  batchSecret: Effect.sync(() => BatchSecret.make(randomBytes(32).toString("hex"))),
  subscriptionToken: Effect.map(uuid, (text) => SubscriptionToken.make(text)),
  customerToken: uuid,
  paymentLinkRuleToken: Effect.map(uuid, (text) => PaymentLinkRuleToken.make(text)),
  lease: uuid,
})
