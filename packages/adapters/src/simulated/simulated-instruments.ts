/**
 * What the simulated acquirer gives a payer to pay with: Pix codes and slips that read well everywhere and reach no bank.
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { Instrument } from "@vintem/domain/method"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import type { ChargeMeans, ChargeRequest } from "@vintem/domain/ports"
import { BankCode, barcodeFromSlip, digitableLineFromBarcode, FreeField, type SlipRefused } from "@vintem/domain/slip"
import { foldAscii } from "@vintem/domain/text"
import * as Result from "effect/Result"
import { digits } from "./books/simulated-charge.ts"

/** A dynamic code: amount and expiry live at its location, a host that cannot exist (RFC 2606). */
export const issuePix = (
  { key, receiver }: ChargeRequest,
  { expiresAt }: Extract<ChargeMeans, { readonly _tag: "pix" }>,
): Instrument => {
  const code = encodeDynamicCode({
    location: locationOf(key),
    name: orWhereLost(receiver.name, "Recebedor"),
    city: orWhereLost(receiver.city, "Sao Paulo"),
    postalCode: null,
  })
  // Name and city are not empty and there is no amount in the code, so there is nothing left to refuse.
  return { _tag: "pix", code: Result.getOrThrow(code), expiresAt }
}

/** A slip of bank 999, which does not exist, and whose free field is made of the key. */
export const issueSlip = (
  { key, amount }: ChargeRequest,
  { dueDate }: Extract<ChargeMeans, { readonly _tag: "bank_slip" }>,
): Result.Result<Instrument, SlipRefused> =>
  barcodeFromSlip({ bank, dueDate, amount, freeField: FreeField.make(digits("slip", key, 25)) }).pipe(
    Result.map((barcode) => ({ _tag: "bank_slip", line: digitableLineFromBarcode(barcode), barcode, dueDate })),
  )

const bank = BankCode.make("999")

/** At most 57 of the 77 characters that a code may have. */
const locationOf = (key: AttemptKey): PixLocation => PixLocation.make(`pix.vintem.example/v2/${key}`)

/** A name in another script is lost in ASCII, all of it, and banks refuse a code without a name. */
const orWhereLost = (text: string, otherwise: string): string =>
  foldAscii(text, text.length) === "" ? otherwise : text
