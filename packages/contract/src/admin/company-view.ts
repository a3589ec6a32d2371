/**
 * A company as the administration shows it.
 */
import {
  type Company,
  defaultPageSettings,
  demoFeeSchedule,
  formatDocument,
  saoPauloTimestamp,
  type WebhookEndpoint,
} from "@vintem/domain"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/order-view.ts"
import { FeesView, feesView } from "./fees.ts"
import { PageSettingsView, pageSettingsView } from "./page-settings.ts"
import { CompanyWebhookView, companyWebhookView } from "./webhook.ts"

export const CompanyView = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  document: Schema.NullOr(Schema.String),
  city: Schema.String,
  logo_url: Schema.NullOr(Schema.String),
  under_moderation: Schema.Boolean,
  block_cloud: Schema.NullOr(Schema.Boolean),
  fees: FeesView,
  pages: PageSettingsView,
  webhook: Schema.NullOr(CompanyWebhookView).annotate({ description: "Null where the company has none." }),
  created_at: TimestampView,
}).annotate({
  identifier: "Company",
  examples: [
    {
      id: 1,
      name: "Loja Exemplo Ltda.",
      document: "11.222.333/0001-81",
      city: "Campinas",
      logo_url: null,
      under_moderation: false,
      block_cloud: null,
      fees: feesView(demoFeeSchedule),
      pages: pageSettingsView(defaultPageSettings),
      webhook: {
        url: "https://loja.example.com/avisos",
        enabled: true,
        disabled: null,
        failures_in_row: 0,
        long_tail: false,
      },
      created_at: "2026-11-21 10:00:00",
    },
  ],
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
  pages: pageSettingsView(company.pages),
  webhook: webhook === null ? null : companyWebhookView(webhook),
  created_at: saoPauloTimestamp(company.createdAt),
})
