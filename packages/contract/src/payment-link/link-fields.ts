import { addressLimits } from "@vintem/domain/customer"
import { centavos, centavosMax } from "@vintem/domain/money"
import { linkTextLimits } from "@vintem/domain/payment-link"
import { amount } from "../input/amount.ts"
import { document, email, fullName, postalCode, telephone, text, textOrInteger } from "../input/text.ts"

const most = centavos(centavosMax)

/** Fields, with the names of the API. */
export const linkField = {
  title: text(linkTextLimits.title),
  description: text(linkTextLimits.description),
  reference: text(linkTextLimits.reference),
  amount: amount({ min: centavos(1), max: most }),
  name: fullName,
  email,
  phone: telephone,
  document,
  cep: postalCode,
  number: textOrInteger(addressLimits.number),
} as const

/** The company's own reference, of links and of a batch's customers. */
export const referenceWords = {
  description: `The company's own reference, at most ${linkTextLimits.reference.max} characters.`,
  examples: ["mensalidade-11"],
} as const
