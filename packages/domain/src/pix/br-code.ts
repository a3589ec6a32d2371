// Writes Pix codes (BR Code): the text of a Pix QR code and of "copia e cola".
//
// A dynamic code is for one order, with an amount and an expiry. A static code has no expiry and can be paid twice.
//
// Sources: Carta Circular BCB 4.014/2020 (Manual do BR Code); Manual de Padrões para Iniciação do Pix 2.8.0 (IN BCB
// 553/2024).
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { PostalCode } from "../customer/postal-code.ts"
import type { Centavos } from "../money/centavos.ts"
import { foldAscii } from "../text/fold-ascii.ts"
import { crc16 } from "./crc16.ts"
import type { PixKey } from "./pix-key.ts"
import { writeTlv } from "./tlv.ts"
import type { StaticTxid } from "./txid.ts"

/** The longest Pix code, in characters. */
export const brCodeCharactersMax = 512

const codePattern = /^000201[\u0020-\u007E]*6304[0-9A-F]{4}$/u

/**
 * A whole code: printable ASCII, at most 512 characters, beginning with object 00 and ending with the right checksum.
 */
export const BrCode = Schema.String.check(
  Schema.isMaxLength(brCodeCharactersMax),
  Schema.isPattern(codePattern),
  Schema.makeFilter((text: string) => text.endsWith(crc16(text.slice(0, -4))), { expected: "a right checksum" }),
).pipe(Schema.brand("BrCode"))
export type BrCode = typeof BrCode.Type

/** A part of a host name between its dots. */
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"

/** A path (RFC 3986). Both cases are spelled out, because with the flag `i` the Kelvin sign would match `K`. */
const path = "(?:/(?:%[A-Fa-f0-9]{2}|[A-Za-z0-9._~!$&'()*+,;=:@-])*)*"

/**
 * Where a payer's bank fetches a dynamic charge: host and path without a scheme, at most 77 characters. The bank adds
 * `https://`.
 */
export const PixLocation = Schema.String.check(
  Schema.isMaxLength(77),
  Schema.isPattern(new RegExp(`^${label}(?:\\.${label})+${path}$`, "u")),
).pipe(Schema.brand("PixLocation"))
export type PixLocation = typeof PixLocation.Type

/** The receiver of the money. The payer's bank shows it besides the directory's data. */
export interface Receiver {
  /** Written as ASCII, cut after 25 characters. */
  readonly name: string
  /** Written as ASCII, cut after 15 characters. */
  readonly city: string
  readonly postalCode: PostalCode | null
}

/** The content of a code that has a Pix key. It can be paid any number of times. */
export interface StaticCode extends Receiver {
  readonly key: PixKey
  /** Centavos, 1 to 999 999 999 999. `null` if the payer chooses the amount. */
  readonly amount: Centavos | null
  readonly txid: StaticTxid | null
  /**
   * Shown to the payer. Written as ASCII, cut after 73 characters minus those of the key, and left out if none remain.
   */
  readonly description: string | null
}

/** Amount, txid and expiry are not in the code: the location returns them. */
export interface DynamicCode extends Receiver {
  readonly location: PixLocation
}

/** Why a code cannot be written. If several reasons hold, the first is given. */
export const BrCodeRefusal = Schema.Literals(["name", "city", "amount"])
export type BrCodeRefusal = typeof BrCodeRefusal.Type

/**
 * `name`, `city`: nothing of it is left in ASCII, and readers refuse an empty one. `amount`: below one centavo, or more
 * than ten digits of reais.
 */
export class BrCodeRefused extends Data.TaggedError("BrCodeRefused")<{ readonly reason: BrCodeRefusal }> {}

/** A reusable code: anybody who has it may pay it, any number of times. */
export const encodeStaticCode = (code: StaticCode): Result.Result<BrCode, BrCodeRefused> => {
  const description = foldAscii(code.description ?? "", Math.max(0, descriptionRoom - code.key.length))
  return encode(code, {
    account: `${writeTlv(subId.key, code.key)}${optional(subId.description, description)}`,
    amount: code.amount,
    txid: code.txid ?? noTxid,
  })
}

/** The code of one charge, which is fetched from its location and can be paid once. */
export const encodeDynamicCode = (code: DynamicCode): Result.Result<BrCode, BrCodeRefused> =>
  encode(code, { singleUse: true, account: writeTlv(subId.location, code.location), amount: null, txid: noTxid })

/** Ids of the objects of a code. */
export const objectId = {
  format: "00",
  initiation: "01",
  account: "26",
  category: "52",
  currency: "53",
  amount: "54",
  country: "58",
  name: "59",
  city: "60",
  postalCode: "61",
  additional: "62",
  checksum: "63",
} as const

/** Ids inside the templates: the account (26), and `txid` of the additional data (62). */
export const subId = { gui: "00", key: "01", description: "02", location: "25", txid: "05" } as const

/** Distinguishes a Pix account from those of other arrangements. Written in lower case, read in any case. */
export const pixGui = "br.gov.bcb.pix"

/** The txid of a code without its own. */
export const noTxid = "***"

const nameMax = 25
const cityMax = 15

/** The space for key and description in the account template of 99 characters, after the heads of all objects. */
const descriptionRoom = 73

const amountMax = 999_999_999_999

interface Charge {
  readonly singleUse?: true
  readonly account: string
  readonly amount: Centavos | null
  readonly txid: string
}

const encode = (receiver: Receiver, charge: Charge): Result.Result<BrCode, BrCodeRefused> => {
  const name = foldAscii(receiver.name, nameMax)
  const city = foldAscii(receiver.city, cityMax)
  if (name === "") return refuse("name")
  if (city === "") return refuse("city")
  if (charge.amount !== null && (charge.amount < 1 || charge.amount > amountMax)) return refuse("amount")
  const unchecked = [
    writeTlv(objectId.format, "01"),
    charge.singleUse ? writeTlv(objectId.initiation, "12") : "",
    writeTlv(objectId.account, `${writeTlv(subId.gui, pixGui)}${charge.account}`),
    writeTlv(objectId.category, "0000"),
    writeTlv(objectId.currency, "986"), // the real, by ISO 4217
    charge.amount === null ? "" : writeTlv(objectId.amount, decimalFromCentavos(charge.amount)),
    writeTlv(objectId.country, "BR"),
    writeTlv(objectId.name, name),
    writeTlv(objectId.city, city),
    optional(objectId.postalCode, receiver.postalCode ?? ""),
    writeTlv(objectId.additional, writeTlv(subId.txid, charge.txid)),
    `${objectId.checksum}04`,
  ].join("")
  const code = `${unchecked}${crc16(unchecked)}`
  if (!isBrCode(code)) throw new RangeError("A Pix code is printable ASCII, of at most 512 characters.")
  return Result.succeed(code)
}

/** True for the texts that `BrCode` accepts. Without the schema, as in `isCentavos`. */
const isBrCode = (text: string): text is BrCode =>
  text.length <= brCodeCharactersMax && codePattern.test(text) && text.endsWith(crc16(text.slice(0, -4)))

const optional = (id: string, value: string): string => (value === "" ? "" : writeTlv(id, value))

const refuse = (reason: BrCodeRefusal) => Result.fail(new BrCodeRefused({ reason }))

const decimalFromCentavos = (amount: Centavos): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`
