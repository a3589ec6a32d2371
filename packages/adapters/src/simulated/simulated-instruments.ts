/** The simulated acquirer's instruments: valid Pix codes and slips that reach no bank. */
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { Instrument, IssuedMethod, MeansBy } from "@vintem/domain/method"
import { encodeDynamicCode, PixLocation } from "@vintem/domain/pix"
import type { ChargeRequest } from "@vintem/domain/ports"
import { BankCode, barcodeFromSlip, digitableLineFromBarcode, FreeField } from "@vintem/domain/slip"
import { foldAscii } from "@vintem/domain/text"
import * as Result from "effect/Result"
import type { RefusalReason } from "./books/simulated-cards.ts"
import { digits } from "./books/simulated-charge.ts"

type Issue<Means> = (request: ChargeRequest, means: Means) => Result.Result<Instrument, RefusalReason>

/** A dynamic code: amount and expiry live at its location, a host that cannot exist (RFC 2606). */
const issuePix: Issue<MeansBy["pix"]> = ({ key, receiver }, { expiresAt }) => {
  const code = encodeDynamicCode({
    location: locationOf(key),
    name: orWhereLost(receiver.name, "Recebedor"),
    city: orWhereLost(receiver.city, "Sao Paulo"),
    postalCode: null,
  })
  // Name and city are not empty and the code contains no amount, so nothing is left to refuse.
  return Result.succeed({ _tag: "pix", code: Result.getOrThrow(code), expiresAt })
}

/** A slip of bank 999, which does not exist. Its free field comes from the key. */
const issueSlip: Issue<MeansBy["bank_slip"]> = ({ key, amount }, { dueDate }) =>
  Result.mapBoth(barcodeFromSlip({ bank, dueDate, amount, freeField: FreeField.make(digits("slip", key, 25)) }), {
    onSuccess: (barcode) => ({ _tag: "bank_slip", line: digitableLineFromBarcode(barcode), barcode, dueDate }),
    onFailure: ({ reason }) => (reason === "amount" ? "amount_out_of_range" : "due_date_out_of_range"),
  })

const issueBy: { readonly [Tag in IssuedMethod]: Issue<MeansBy[Tag]> } = { pix: issuePix, bank_slip: issueSlip }

/** The issued instrument, or the reason of a refusal. */
export const issued = <Tag extends IssuedMethod>(
  request: ChargeRequest,
  means: MeansBy[Tag] & { readonly _tag: Tag },
): Result.Result<Instrument, RefusalReason> => issueBy[means._tag](request, means)

const bank = BankCode.make("999")

/** At most 57 of the 77 characters that a code may have. */
const locationOf = (key: AttemptKey): PixLocation => PixLocation.make(`pix.vintem.example/v2/${key}`)

/** ASCII loses a name in another script completely, and banks refuse a code without a name. */
const orWhereLost = (text: string, otherwise: string): string =>
  foldAscii(text, text.length) === "" ? otherwise : text
