/**
 * A company as the administration shows it.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { type Company, defaultPageSettings } from "@vintem/domain/company"
import { formatDocument } from "@vintem/domain/documents"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { decimalNumber } from "@vintem/domain/money"
import { defaultWebhookKinds } from "@vintem/domain/order"
import type { WebhookEndpoint } from "@vintem/domain/webhook"
import * as Schema from "effect/Schema"
import { PageSettingsView, pageSettingsView } from "../company/page-settings.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { FeesView, feesView } from "./fees.ts"
import { CompanyWebhookView, companyWebhookView } from "./webhook.ts"

/** An example company for the documentation. */
export const companyExample = {
  id: 1,
  name: "Loja Exemplo Ltda.",
  document: "11.222.333/0001-81",
  city: "Campinas",
  logo_url: null,
  under_moderation: false,
  block_cloud: null,
  fees: feesView(demoFeeSchedule),
  minimum_installment: null,
  pages: pageSettingsView(defaultPageSettings),
  webhook: {
    url: "https://loja.example.com/avisos",
    enabled: true,
    disabled: null,
    failures_in_row: 0,
    long_tail: false,
    events: [...defaultWebhookKinds],
  },
  created_at: "2026-11-21 10:00:00",
}

export const CompanyView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  document: Schema.NullOr(Schema.String),
  city: Schema.String,
  logo_url: Schema.NullOr(Schema.String),
  under_moderation: Schema.Boolean,
  block_cloud: Schema.NullOr(Schema.Boolean),
  fees: FeesView,
  minimum_installment: Schema.NullOr(Schema.Finite).annotate({
    description: "Reais: the smallest installment if there are two or more. If null, there is no minimum.",
  }),
  pages: PageSettingsView,
  webhook: Schema.NullOr(CompanyWebhookView).annotate({ description: "Null if the company has none." }),
  created_at: TimestampView,
}).annotate({
  identifier: "Company",
  examples: [companyExample],
})
export type CompanyView = typeof CompanyView.Type

export const companyView = (company: Company, webhook: WebhookEndpoint | null): CompanyView => ({
  id: company.id,
  name: company.name,
  document: company.document === null ? null : formatDocument(company.document),
  city: company.city,
  logo_url: company.logoUrl,
  under_moderation: company.underModeration,
  block_cloud: company.blockCloud,
  fees: feesView(company.fees),
  minimum_installment: company.minimumInstallment === null ? null : decimalNumber(company.minimumInstallment),
  pages: pageSettingsView(company.pages),
  webhook: webhook === null ? null : companyWebhookView(webhook),
  created_at: saoPauloTimestamp(company.createdAt),
})
