/** All texts of the pages, in one language. The browser's script uses the server's words. */

import type { PageLanguage } from "@vintem/domain/company"
import type { IssuedMethod } from "@vintem/domain/method"
import type { brazilianPortuguese } from "./brazilian-portuguese.ts"
import type { Said } from "./said.ts"

export type Words = Said<typeof brazilianPortuguese> & { readonly language: PageLanguage }

/** The first message of a page: a fact, and its meaning for the payer. */
export interface Notice {
  readonly title: string
  readonly text: string
}

/** The words for each method: how fast it is, that an issued one can be paid, and that its time is over. */
export type MethodWords = Readonly<
  Record<IssuedMethod, MethodHint & { readonly open: Notice; readonly ended: Notice }>
> &
  Readonly<Record<"credit", MethodHint>>

interface MethodHint {
  readonly hint: string
}

export interface FaultWords {
  readonly missing: string
  readonly wrong: string
}

/** The payer's fields, by the paths of requests. */
export type FieldName =
  | "customer.fullname"
  | "customer.email"
  | "customer.taxvat"
  | "customer.telephone"
  | "address.postcode"
  | "address.street"
  | "address.number"
  | "address.complement"
  | "address.district"
  | "address.city"
  | "address.region"
  | "payment.method"
  | "payment.installments"
  | "payment.card.number"
  | "payment.card.holder"
  | "payment.card.expiration"
  | "payment.card.security"
