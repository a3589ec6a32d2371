/**
 * Names made with the operating system's randomness.
 *
 * Names of an order and a link begin with their company's code, and then with the time: neighbors in time are neighbors
 * in the index, and one page is written for many of them instead of one page for each. The keys of an order and of its
 * attempts begin with the order's number, so that no further index is needed to find the order.
 */
import { randomFillSync, randomUUID } from "node:crypto"
import { instant } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import {
  AttemptKey,
  BatchSecret,
  BatchToken,
  type CompanyCode,
  companyCodeLength,
  inNameDigits,
  linkSlugBytes,
  linkSlugFrom,
  nameDigits,
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

const timeDigits = 9
const randomDigits = 6

/**
 * The company's code, then the time, so that new numbers are neighbors in an index, then 30 bits: 21 characters, until
 * the year 3084. The bits are random for the first number of a millisecond, and increase after it: one process makes no
 * number twice, unless its clock goes back. Between several processes the index decides.
 */
const orderNumber = (company: CompanyCode) =>
  inTime((now) => {
    const bits = now === last.now ? (last.bits + 1) % 32 ** randomDigits : randomBytes(4).readUInt32BE() >>> 2
    last = { now, bits }
    const name = company + inNameDigits(now, timeDigits) + inNameDigits(bits, randomDigits)
    return OrderNumber.make(name.toUpperCase())
  })

/** The parts of the latest number. */
let last = { now: -1, bits: 0 }

/**
 * The order's number, then 128 random bits in base64url: 43 characters. An attacker who knows the number still has 2^128 keys to try; the key
 * alone gives access to the payer's page.
 */
const publicKey = (order: OrderNumber) =>
  Effect.sync(() => PublicKey.make(order + randomBytes(16).toString("base64url")))

/** The order's number, then 70 random bits: 35 characters, as many as a Pix txid may have. */
const attemptKey = (order: OrderNumber) => Effect.sync(() => AttemptKey.make(order + atRandomIn(14)))

/** The code of the order's company, then 130 random bits: 32 characters. */
const refundKey = (order: OrderNumber) =>
  Effect.sync(() => RefundKey.make(order.slice(0, companyCodeLength) + atRandomIn(26)))

/** Random digits of names, in capitals: five bits each. */
const atRandomIn = (count: number): string => {
  let digits = ""
  for (const byte of randomBytes(count)) digits += nameDigits.charAt(byte % nameDigits.length)
  return digits.toUpperCase()
}

/** The hexadecimal digits of a uuid, with g to p for 0 to 9. */
const inLetters = (text: string): string =>
  text.replaceAll("-", "").replace(/[0-9]/gu, (digit) => "ghijklmnop".charAt(Number(digit)))

/**
 * Random bytes of the operating system, fetched by the page: a few cost as much as many.
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

/** Names from the machine's own randomness. */
export const layer = Layer.succeed(Identifiers, {
  orderNumber,
  orderToken: atRandom(OrderToken),
  publicKey,
  attemptKey,
  refundKey,
  savedCardToken: inTime((now) => SavedCardToken.make(uuidInTime(now))),
  linkSlug: (company) => inTime((now) => linkSlugFrom(company, instant(now), randomBytes(linkSlugBytes))),
  batchToken: atRandom(BatchToken),
  batchSecret: Effect.sync(() => BatchSecret.make(randomBytes(32).toString("hex"))),
  subscriptionToken: atRandom(SubscriptionToken),
  customerToken: uuid,
  reminderRuleToken: atRandom(ReminderRuleToken),
  testEventId: Effect.sync(() => TestEventId.make(`evt_test_${inLetters(randomUUID())}`)),
  lease: uuid,
})
