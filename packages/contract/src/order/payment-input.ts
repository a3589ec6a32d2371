/**
 * How a request pays: by Pix, by bank slip, or by credit card.
 */
import { InstallmentCount, installmentsMax, type LocalDate, PaymentMethod, type SavedCardToken } from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type CardInput, CardRequest, readCard, readCardToken } from "../input/card.ts"
import { readChoice } from "../input/choice.ts"
import { type Read, required, withDefault } from "../input/field.ts"
import { IntegerInput, readInteger } from "../input/integer.ts"
import { faultsIn, isObject, type Part, part } from "../input/part.ts"

/** Minutes a Pix can be paid, and days after which a slip is due. */
export const expirationLimits = {
  pixMinutes: { min: 1, max: 43_200 },
  slipDays: { min: 1, max: 365 },
} as const

/** A payment as requests write it. */
export const PaymentRequest = Schema.Struct({
  method: PaymentMethod.annotate({ examples: ["credit"] }),
  installments: Schema.optionalKey(
    IntegerInput.annotate({ description: "1 to 12. Required for credit, ignored otherwise.", examples: [3] }),
  ),
  expiration: Schema.optionalKey(
    Schema.NullOr(IntegerInput).annotate({
      description:
        "Pix: minutes until it expires, 1 to 43200, else 10. Bank slip: days until it is due, 1 to 365, else 3.",
      examples: [30],
    }),
  ),
  card: Schema.optionalKey(CardRequest.annotate({ description: "Required for credit." })),
})

export type PaymentInput =
  | { readonly _tag: "pix"; readonly expirationMinutes: number | null }
  | { readonly _tag: "bank_slip"; readonly expirationDays: number | null }
  | { readonly _tag: "credit"; readonly installments: InstallmentCount; readonly card: CardInput }

/**
 * Reads a payment. Of the fields only those of the method are looked at: installments of a Pix or slip, which are always one payment, are
 * no fault, because shops send one form for all methods.
 *
 * @param today - the date in America/Sao_Paulo
 */
export const readPayment = (input: unknown, path: string, today: LocalDate): Part<PaymentInput> => {
  const method = readMethod(input, path)
  if (Result.isFailure(method)) return Result.fail(method.failure)
  switch (method.success.method) {
    case "pix":
      return Result.map(readPix(input, path), ({ expiration }) => ({ _tag: "pix", expirationMinutes: expiration }))
    case "bank_slip":
      return Result.map(readSlip(input, path), ({ expiration }) => ({ _tag: "bank_slip", expirationDays: expiration }))
    case "credit": {
      const credit = readCredit(input, path)
      const card = readCard(cardIn(input), `${path}.card`, today)
      return Result.isSuccess(credit) && Result.isSuccess(card)
        ? Result.succeed({ _tag: "credit", installments: credit.success.installments, card: card.success })
        : Result.fail([...faultsIn(credit), ...faultsIn(card)])
    }
  }
}

/** The saved card a payment names, whatever else is wrong with it; null where it names none. */
export const referencedCard = (input: unknown): SavedCardToken | null => {
  const method = readMethod(input, "")
  if (Result.isFailure(method) || method.success.method !== "credit") return null
  const card = cardIn(input)
  return isObject(card) ? Result.getOrElse(readCardToken(card["token"]), () => null) : null
}

const cardIn = (input: unknown): unknown => (isObject(input) ? input["card"] : undefined)

const readExpiration = (limits: { readonly min: number; readonly max: number }) =>
  Schema.Struct({ expiration: withDefault(Schema.NullOr(Schema.Int), readInteger(limits), null) })

const installmentsLimits = { min: 1, max: installmentsMax }

const readInstallments: Read<InstallmentCount> = (input) =>
  Result.map(readInteger(installmentsLimits)(input), (count) => InstallmentCount.make(count))

const readMethod = part(Schema.Struct({ method: required(PaymentMethod, readChoice(PaymentMethod.literals)) }))
const readPix = part(readExpiration(expirationLimits.pixMinutes))
const readSlip = part(readExpiration(expirationLimits.slipDays))
const readCredit = part(Schema.Struct({ installments: required(InstallmentCount, readInstallments) }))
