/**
 * Who sells: a company, and the API keys it calls with.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { Document } from "../customer/document.ts"
import { FeeSchedule } from "../fees/fee-schedule.ts"
import { CompanyId } from "./company-id.ts"
import { PageSettings } from "./page-settings.ts"

/** What a Pix code carries where a company names no city of its own. */
export const defaultCity = "Sao Paulo"

/** What is known of a company beside its identifier. */
export const CompanyDetails = Schema.Struct({
  name: Schema.String,
  document: Schema.NullOr(Document),
  /** Carried by Pix codes. */
  city: Schema.String,
  logoUrl: Schema.NullOr(Schema.String),
  /** A company under moderation takes no money: no order is placed, no payment started, no renewal charged. */
  underModeration: Schema.Boolean,
  /** Whether single orders from cloud-hosting addresses are refused; null follows the service's own setting. */
  blockCloud: Schema.NullOr(Schema.Boolean),
  fees: FeeSchedule,
  /** Of the pages on which its payers pay. */
  pages: PageSettings,
  createdAt: Instant,
})
export type CompanyDetails = typeof CompanyDetails.Type

export const Company = Schema.Struct({ id: CompanyId, ...CompanyDetails.fields })
export type Company = typeof Company.Type

/** Counted from 1 over all companies. */
export const ApiKeyId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

/** SHA-256 of an API key, 64 hexadecimal digits. A key has 256 random bits, so that its hash cannot be searched for. */
export const ApiKeyHash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("ApiKeyHash"))
export type ApiKeyHash = typeof ApiKeyHash.Type

/** An API key as it is kept: the key itself is shown once, when it is made, and stored nowhere. */
export const ApiKey = Schema.Struct({
  id: ApiKeyId,
  company: CompanyId,
  name: Schema.String,
  hash: ApiKeyHash,
  /** The last four characters of the key, to tell one from another. */
  lastDigits: Schema.String,
  createdAt: Instant,
})
export type ApiKey = typeof ApiKey.Type
