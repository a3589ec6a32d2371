// Reads a Pix code, like the payer's bank.
//
// It is as strict as the manuals, so that it can test the encoder. It tolerates what the manuals require readers to
// tolerate: any case of the GUI, templates of other arrangements, and the second location of a composite code (Pix
// Automático, 80 to 99).
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { PostalCode } from "../customer/postal-code.ts"
import { type Centavos, centavos } from "../money/centavos.ts"
import {
  brCodeCharactersMax,
  type DynamicCode,
  noTxid,
  objectId,
  PixLocation,
  pixGui,
  type Receiver,
  type StaticCode,
  subId,
} from "./br-code.ts"
import { crc16 } from "./crc16.ts"
import { PixKey } from "./pix-key.ts"
import { readTlv, type TlvObjects } from "./tlv.ts"
import { StaticTxid } from "./txid.ts"

/** The content of a code. Its account is either a key or a location, which makes it static or dynamic. */
export type DecodedBrCode = ({ readonly kind: "static" } & StaticCode) | ({ readonly kind: "dynamic" } & DynamicCode)

/**
 * Why a code cannot be read. If several of the first five hold, the first is given. If none does, the first `missing`
 * or `invalid` object is given.
 */
export const BrCodeFault = Schema.Literals([
  "characters",
  "length",
  "structure",
  "checksum",
  "not_pix",
  "missing",
  "invalid",
])
export type BrCodeFault = typeof BrCodeFault.Type

/**
 * The text is no Pix code, or not a whole one; the payer copies it again.
 *
 * `characters`: outside printable ASCII, where banks disagree about lengths and so about everything after. `length`:
 * more than 512. `structure`: objects do not fit together, or do not begin with 00 and end with 63. `checksum`:
 * something was changed on the way. `not_pix`: no account of the Pix arrangement. `missing`, `invalid`: the object in
 * `object`, for example `54`, or `26-01` inside a template.
 */
export class BrCodeUnreadable extends Schema.TaggedError<BrCodeUnreadable>()("BrCodeUnreadable", {
  reason: BrCodeFault,
  object: Schema.NullOr(Schema.String),
}) {}

/**
 * Reads a Pix code ("copia e cola"): checksum, objects, receiver and amount.
 *
 * @param text - the code alone, without spaces around it
 */
export const decodeBrCode = (text: string): Result.Result<DecodedBrCode, BrCodeUnreadable> =>
  Result.gen(function* () {
    const objects = yield* checkedObjects(text)
    const account = yield* pixAccount(objects)
    const code = readerOf(objects)
    yield* code.required(objectId.format, matching(/^01$/u))
    yield* code.optional(objectId.initiation, matching(/^1[12]$/u))
    yield* code.required(objectId.category, matching(/^[0-9]{4}$/u))
    yield* code.required(objectId.currency, matching(/^986$/u))
    yield* code.required(objectId.country, matching(/^BR$/u))
    const receiver: Receiver = {
      name: yield* code.required(objectId.name, matching(/^.{1,25}$/u)),
      city: yield* code.required(objectId.city, matching(/^.{1,15}$/u)),
      postalCode: yield* code.optional(objectId.postalCode, isPostalCode),
    }
    const additional = yield* templateIn(objects, objectId.additional)
    if (account.has(subId.location)) {
      // Amount and txid next to a location are ignored, as the manual requires: the location returns both.
      const location = yield* readerOf(account, objectId.account).required(subId.location, isPixLocation)
      return { kind: "dynamic", ...receiver, location }
    }
    const key = yield* readerOf(account, objectId.account).required(subId.key, isPixKey)
    const amount = yield* code.optional(objectId.amount, matching(amountPattern))
    const txid = yield* readerOf(additional, objectId.additional).required(subId.txid, isTxidOrNone)
    return {
      kind: "static",
      ...receiver,
      key,
      description: account.get(subId.description) ?? null,
      amount: amount === null ? null : centavosFromDecimal(amount),
      txid: txid === noTxid ? null : txid,
    }
  })

const checkedObjects = (text: string): Result.Result<TlvObjects, BrCodeUnreadable> => {
  if (!/^[\u0020-\u007E]*$/u.test(text)) return unreadable("characters")
  if (text.length > brCodeCharactersMax) return unreadable("length")
  const objects = readTlv(text)
  const ids = [...(objects?.keys() ?? [])]
  if (objects === undefined || ids.at(0) !== objectId.format || ids.at(-1) !== objectId.checksum) {
    return unreadable("structure")
  }
  const checksum = objects.get(objectId.checksum) ?? ""
  // Some writers print the checksum in lower case, and every reader accepts that.
  return checksum.toUpperCase() === crc16(text.slice(0, -checksum.length))
    ? Result.succeed(objects)
    : unreadable("checksum", objectId.checksum)
}

/**
 * The account template of the Pix arrangement. Ids 26 to 51 are open to all arrangements, each with its own GUI, so it
 * need not be the first. Faults inside are reported under 26, whatever its id.
 */
const pixAccount = (objects: TlvObjects): Result.Result<TlvObjects, BrCodeUnreadable> => {
  const account = [...objects]
    .filter(([id]) => id >= "26" && id <= "51")
    .map(([, value]) => readTlv(value))
    .find((template) => template?.get(subId.gui)?.toLowerCase() === pixGui)
  if (account === undefined) return unreadable("not_pix")
  return account.has(subId.key) && account.has(subId.location)
    ? unreadable("invalid", objectId.account)
    : Result.succeed(account)
}

const templateIn = (objects: TlvObjects, id: string): Result.Result<TlvObjects, BrCodeUnreadable> => {
  const value = objects.get(id)
  if (value === undefined) return unreadable("missing", id)
  const template = readTlv(value)
  return template === undefined ? unreadable("invalid", id) : Result.succeed(template)
}

type Check<A extends string> = (value: string) => value is A

const readerOf = (objects: TlvObjects, template?: string) => {
  const nameOf = (id: string) => (template === undefined ? id : `${template}-${id}`)
  const optional = <A extends string>(id: string, isValid: Check<A>): Result.Result<A | null, BrCodeUnreadable> => {
    const value = objects.get(id)
    if (value === undefined) return Result.succeed(null)
    return isValid(value) ? Result.succeed(value) : unreadable("invalid", nameOf(id))
  }
  const required = <A extends string>(id: string, isValid: Check<A>): Result.Result<A, BrCodeUnreadable> =>
    Result.flatMap(optional(id, isValid), (value) =>
      value === null ? unreadable("missing", nameOf(id)) : Result.succeed(value),
    )
  return { optional, required }
}

const matching =
  (pattern: RegExp) =>
  (value: string): value is string =>
    pattern.test(value)

const isPixKey = Schema.is(PixKey)
const isPixLocation = Schema.is(PixLocation)
const isPostalCode = Schema.is(PostalCode)
const isTxidOrNone = Schema.is(Schema.Union([StaticTxid, Schema.Literal(noTxid)]))

/** At most ten digits of reais, always two decimals, and above zero. */
const amountPattern = /^(?!0+\.00$)[0-9]{1,10}\.[0-9]{2}$/u

const centavosFromDecimal = (decimal: string): Centavos => centavos(Number(decimal.replace(".", "")))

const unreadable = (reason: BrCodeFault, object: string | null = null) =>
  Result.fail(new BrCodeUnreadable({ reason, object }))
