/** A company in the panel, without its webhook: not everybody who may see the company may see that. */
import type { Company } from "@vintem/domain/company"
import * as Schema from "effect/Schema"
import { CompanyView, companyExample, companyView } from "../admin/company-view.ts"

const withoutWebhook = ({ webhook, ...company }: CompanyView) => company

const { webhook: _, ...shown } = CompanyView.fields

export const PanelCompanyView = Schema.Struct(shown).annotate({
  identifier: "CompanyAtPanel",
  examples: [withoutWebhook(companyExample)],
})
export type PanelCompanyView = typeof PanelCompanyView.Type

export const panelCompanyView = (company: Company): PanelCompanyView => withoutWebhook(companyView(company, null))
