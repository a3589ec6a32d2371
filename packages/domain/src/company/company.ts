/** A company: it sells. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { Document } from "../documents/document.ts"
import { FeeSchedule } from "../fees/fee-schedule.ts"
import { CompanyId } from "../identifiers/company.ts"
import { CompanyCode } from "../identifiers/company-code.ts"
import { MinimumInstallment } from "../installments/minimum-installment.ts"
import { PageSettings } from "./page-settings.ts"

/** The city in Pix codes of a company that names none. */
export const defaultCity = "Sao Paulo"

/** A company's data, without its identifier. */
export const CompanyDetails = Schema.Struct({
  name: Schema.String,
  document: Schema.NullOr(Document),
  /** Shown in Pix codes. */
  city: Schema.String,
  logoUrl: Schema.NullOr(Schema.String),
  /** A company under moderation receives no money: no order is placed, no payment started, no renewal charged. */
  underModeration: Schema.Boolean,
  /** True if single orders from cloud-hosting addresses are refused. Null follows the service's own setting. */
  blockCloud: Schema.NullOr(Schema.Boolean),
  fees: FeeSchedule,
  /** The least a payer may pay each time, in two or more installments. Null for no minimum. */
  minimumInstallment: Schema.NullOr(MinimumInstallment),
  /** Settings of the payment pages. */
  pages: PageSettings,
  createdAt: Instant,
})
export type CompanyDetails = typeof CompanyDetails.Type

/** A company as it is stored. Its id and its code never change. */
export const Company = Schema.Struct({ id: CompanyId, code: CompanyCode, ...CompanyDetails.fields })
export type Company = typeof Company.Type
