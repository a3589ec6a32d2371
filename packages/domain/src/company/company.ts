/**
 * Who sells: a company.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { Document } from "../documents/document.ts"
import { FeeSchedule } from "../fees/fee-schedule.ts"
import { CompanyId } from "../identifiers/company.ts"
import { CompanyCode } from "../identifiers/company-code.ts"
import { MinimumInstallment } from "../installments/minimum-installment.ts"
import { PageSettings } from "./page-settings.ts"

/** What a Pix code carries if a company names no city of its own. */
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
  /** Whoever pays in two or more installments pays at least so much each time; null for no such rule. */
  minimumInstallment: Schema.NullOr(MinimumInstallment),
  /** Settings of the payer's pages. */
  pages: PageSettings,
  createdAt: Instant,
})
export type CompanyDetails = typeof CompanyDetails.Type

/** A company as it is stored. Its id and its code never change. */
export const Company = Schema.Struct({ id: CompanyId, code: CompanyCode, ...CompanyDetails.fields })
export type Company = typeof Company.Type
