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
 * Time first, so that new numbers lie side by side in an index, then 30 random bits: 15 characters, unique until the year 3084
 * as long as fewer than some thousands are made in the same millisecond. The index is the judge of that.
 */
const orderNumber = Effect.map(Clock.currentTimeMillis, (now) => {
  let rest = now
  let time = ""
  for (let digit = 0; digit < timeDigits; digit++) {
    time = `${alphabet[rest % 32]}${time}`
    rest = Math.floor(rest / 32)
  }
  let random = ""
  for (const byte of randomBytes(randomDigits)) random += alphabet[byte % 32]
  return OrderNumber.make(time + random)
})

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
