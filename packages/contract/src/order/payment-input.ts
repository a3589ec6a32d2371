/**
 * How a request pays: by Pix, by bank slip, or by credit card.
 */
import type { SavedCardToken } from "@vintem/domain/identifiers"
import { InstallmentCount, installmentsMax } from "@vintem/domain/installments"
import { PaymentMethod } from "@vintem/domain/method"
import * as Schema from "effect/Schema"
import { type CardInput, card, savedCard, type Today } from "../input/card.ts"
import { choice } from "../input/choice.ts"
import {
  andThen,
  type Codec,
  described,
  isBlank,
  isObject,
  object,
  readable,
  refused,
  required,
  withDefault,
} from "../input/codec.ts"
import { IntegerInput, integer } from "../input/integer.ts"

/** Minutes a Pix can be paid, and days after which a slip is due. */
export const expirationLimits = {
  pixMinutes: { min: 1, max: 43_200 },
  slipDays: { min: 1, max: 365 },
} as const

/** Into how many installments a payment is divided, or may be. */
export const installments = andThen(integer({ min: 1, max: installmentsMax }), (count) =>
  InstallmentCount.make(count, { disableChecks: true }),
)

export type PaymentInput =
  | { readonly _tag: "pix"; readonly expirationMinutes: number | null }
  | { readonly _tag: "bank_slip"; readonly expirationDays: number | null }
  | { readonly _tag: "credit"; readonly installments: InstallmentCount; readonly card: CardInput }

const byMethod = object({ method: required(choice(PaymentMethod), { examples: ["credit"] }) })
const installmentsOfCredit = described(installments, {
  description: "1 to 12. Required for credit, ignored otherwise.",
  examples: [3],
})
const cardOfCredit = described(card, {
  description: "Required for credit, ignored otherwise. If a token is given, the card's other fields are ignored.",
})

/** What each method looks at. Of the fields only those of the method are: shops send one form for all methods. */
const ofMethod = {
  pix: andThen(
    object({ expiration: withDefault(integer(expirationLimits.pixMinutes), null) }),
    ({ expiration }): PaymentInput => ({ _tag: "pix", expirationMinutes: expiration }),
  ),
  bank_slip: andThen(
    object({ expiration: withDefault(integer(expirationLimits.slipDays), null) }),
    ({ expiration }): PaymentInput => ({ _tag: "bank_slip", expirationDays: expiration }),
  ),
  /** Due after three days, whatever the request says. */
  bankSlipOfThreeDays: andThen(object({}), (): PaymentInput => ({ _tag: "bank_slip", expirationDays: null })),
  credit: andThen(
    object({ installments: required(installmentsOfCredit), card: required(cardOfCredit) }),
    (credit): PaymentInput => ({ _tag: "credit", ...credit }),
  ),
}

const fields = (expiration: string) => ({
  method: byMethod.schema.fields.method,
  installments: Schema.optionalKey(installmentsOfCredit.schema),
  expiration: Schema.optionalKey(Schema.NullOr(IntegerInput).annotate({ description: expiration, examples: [30] })),
  card: Schema.optionalKey(cardOfCredit.schema),
})

const reading =
  (bankSlip: Codec<PaymentInput, Schema.Top>): Codec<PaymentInput, Schema.Top, Today>["read"] =>
  (input, at, faults, given) => {
    const chosen = byMethod.read(input, at, faults, given)
    if (chosen === refused) return refused
    switch (chosen.method) {
      case "pix":
        return ofMethod.pix.read(input, at, faults, given)
      case "bank_slip":
        return bankSlip.read(input, at, faults, given)
      case "credit":
        return ofMethod.credit.read(input, at, faults, given)
    }
  }

/** A payment that says how long it can be paid. */
export const payment = {
  schema: Schema.Struct(
    fields(
      "Pix: minutes until it expires, 1 to 43200, default 10. Bank slip: days until it is due, 1 to 365, default 3. Ignored for credit.",
    ),
  ),
  read: reading(ofMethod.bank_slip),
}

/** A payment whose `expiration` counts minutes: a bank slip is due after three days. */
export const paymentOfCheckout = {
  schema: Schema.Struct(
    fields(
      "Pix: minutes until it expires, 1 to 43200, default 10. Ignored otherwise: a bank slip is due after three days.",
    ),
  ),
  read: reading(ofMethod.bankSlipOfThreeDays),
}

/** The saved card that a payment names, even if the rest is wrong; null if it names none. */
export const referencedCard = (input: unknown): SavedCardToken | null => {
  if (!isObject(input) || readable(byMethod, input)?.method !== "credit") return null
  const named = input["card"]
  if (!isObject(named) || isBlank(named["token"])) return null
  return readable(savedCard, named["token"]) ?? null
}
