/** The payment in a request: by credit card, or with an instrument that is issued to the payer. */
import type { SavedCardToken } from "@vintem/domain/identifiers"
import { InstallmentCount, installmentsMax } from "@vintem/domain/installments"
import { forEachIssuedMethod, type IssuedMethod, issuedTerms, methodRules, PaymentMethod } from "@vintem/domain/method"
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

/** The number of installments of a payment. */
export const installments = andThen(integer({ min: 1, max: installmentsMax }), (count) =>
  InstallmentCount.make(count, { disableChecks: true }),
)

export type PaymentInput =
  /** `expiration` counts the minutes or days of `issuedTerms`. Null if the request has none. */
  | { readonly _tag: IssuedMethod; readonly expiration: number | null }
  | { readonly _tag: "credit"; readonly installments: InstallmentCount; readonly card: CardInput }

const byMethod = object({ method: required(choice(PaymentMethod), { examples: ["credit"] }) })
const installmentsOfCredit = described(installments, {
  description: "1 to 12. Required for credit, ignored otherwise.",
  examples: [3],
})
const cardOfCredit = described(card, {
  description: "Required for credit, ignored otherwise. If a token is given, the card's other fields are ignored.",
})

const credit = andThen(
  object({ installments: required(installmentsOfCredit), card: required(cardOfCredit) }),
  (read): PaymentInput => ({ _tag: "credit", ...read }),
)

const expiring = (method: IssuedMethod): Codec<PaymentInput, Schema.Top> =>
  andThen(
    object({ expiration: withDefault(integer(issuedTerms[method].expiration), null) }),
    ({ expiration }): PaymentInput => ({ _tag: method, expiration }),
  )

/** Due after the default time, whatever the request has. */
const dueAsUsual = (method: IssuedMethod): Codec<PaymentInput, Schema.Top> =>
  andThen(object({}), (): PaymentInput => ({ _tag: method, expiration: null }))

/**
 * A payment, by any method. Only the fields of its method are read, because shops send one form for all methods.
 *
 * @param isRead - true if the `expiration` of a method is read
 */
const paymentWhose = (isRead: (method: IssuedMethod) => boolean) => {
  const ofMethod: Readonly<Record<PaymentMethod, Codec<PaymentInput, Schema.Top, Today>>> = {
    ...forEachIssuedMethod((method) => (isRead(method) ? expiring(method) : dueAsUsual(method))),
    credit,
  }
  const told = forEachIssuedMethod((method) => {
    const { max, min, unit, usual } = issuedTerms[method].expiration
    const { en: title } = methodRules[method].title
    return isRead(method)
      ? `${title}: ${unit} until it expires, ${min} to ${max}, default ${usual}.`
      : `${title}: always ${usual} ${unit}.`
  })
  const read: Codec<PaymentInput, Schema.Top, Today>["read"] = (input, at, faults, given) => {
    const chosen = byMethod.read(input, at, faults, given)
    return chosen === refused ? refused : ofMethod[chosen.method].read(input, at, faults, given)
  }
  return {
    schema: Schema.Struct({
      method: byMethod.schema.fields.method,
      installments: Schema.optionalKey(installmentsOfCredit.schema),
      expiration: Schema.optionalKey(
        Schema.NullOr(IntegerInput).annotate({
          description: `${Object.values(told).join(" ")} Ignored for credit.`,
          examples: [30],
        }),
      ),
      card: Schema.optionalKey(cardOfCredit.schema),
    }),
    read,
  }
}

/** A payment with an optional expiration. */
export const payment = paymentWhose(() => true)

/** A payment whose `expiration` counts minutes. A method that counts days is due after its default time. */
export const paymentOfCheckout = paymentWhose((method) => issuedTerms[method].expiration.unit === "minutes")

/** The saved card in a payment, even if the rest is wrong. Null if there is none. */
export const referencedCard = (input: unknown): SavedCardToken | null => {
  if (!isObject(input) || readable(byMethod, input)?.method !== "credit") return null
  const named = input["card"]
  if (!isObject(named) || isBlank(named["token"])) return null
  return readable(savedCard, named["token"]) ?? null
}
