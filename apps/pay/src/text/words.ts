/**
 * Everything the pages say, in one language. The script in the browser says the same words as the server.
 */

import type { PageLanguage } from "@vintem/domain/company"
import type { IssuedMethod } from "@vintem/domain/method"
import type { brazilianPortuguese } from "./brazilian-portuguese.ts"
import type { Said } from "./said.ts"

export type Words = Said<typeof brazilianPortuguese> & { readonly language: PageLanguage }

/** What a page says first: what is the case, and what it means for the payer. */
export interface Notice {
  readonly title: string
  readonly text: string
}

/** What is said of each method: a word on how fast it is, and of what is issued that it can be paid, or that its time is over. */
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

/** What a payer fills in, by the paths of requests. */
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
