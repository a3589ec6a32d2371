// A company as the administration shows it.
import { instant } from "@vintem/domain/calendar"
import { Company, defaultPageSettings } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { centavos } from "@vintem/domain/money"
import { defaultWebhookKinds } from "@vintem/domain/order"
import { configured, WebhookSecret } from "@vintem/domain/webhook"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import { companyPatchBody } from "./company-request.ts"
import { CompanyView, companyView } from "./company-view.ts"
import { feesView } from "./fees.ts"

const decodeCompanyPatch = bodyOf(companyPatchBody)

const company = Schema.decodeSync(Company)({
  id: 7,
  code: "c0mpan",
  name: "Loja Exemplo Ltda.",
  document: "12ABC34501DE35",
  city: "Campinas",
  logoUrl: null,
  underModeration: true,
  blockCloud: null,
  fees: demoFeeSchedule,
  minimumInstallment: centavos(1_000),
  pages: defaultPageSettings,
  createdAt: Date.UTC(2026, 10, 21, 13, 0, 59, 999),
})

describe("companyView", () => {
  it("prints document, fees and time as people read them", () => {
    expect(companyView(company, null)).toEqual({
      id: 7,
      name: "Loja Exemplo Ltda.",
      document: "12.ABC.345/01DE-35",
      city: "Campinas",
      logo_url: null,
      under_moderation: true,
      block_cloud: null,
      fees: {
        pix: { percent: 0.99, fixed: 0 },
        bank_slip: { percent: 0, fixed: 3.49 },
        credit: [
          { up_to: 1, percent: 3.99, fixed: 0.39 },
          { up_to: 6, percent: 9.49, fixed: 0.39 },
          { up_to: 12, percent: 15.99, fixed: 0.39 },
        ],
        interest_percent: 2.99,
      },
      minimum_installment: 10,
      pages: { language: "pt-BR", bg_color: null, redirect_after_success: null, site: null, receipts: "links" },
      webhook: null,
      created_at: "2026-11-21 10:00:59",
    })
  })

  it("shows the webhook's URL, and no secret", () => {
    const secret = Redacted.make(WebhookSecret.make(`whsec_${"A".repeat(43)}=`))
    const target = { url: "https://loja.example.com/avisos", hasLongTail: false, events: defaultWebhookKinds }
    expect(companyView(company, configured(company.id, target, secret, instant(0))).webhook).toEqual({
      url: "https://loja.example.com/avisos",
      enabled: true,
      disabled: null,
      failures_in_row: 0,
      long_tail: false,
      events: defaultWebhookKinds,
    })
  })

  it("shows every field, including empty ones", () => {
    const decode = Schema.decodeUnknownSync(CompanyView, { onExcessProperty: "error" })
    expect(() => decode(companyView({ ...company, document: null, minimumInstallment: null }, null))).not.toThrow()
  })
})

describe("fees", () => {
  it("round trip: a shown company can be sent back without changing anything", () => {
    const patch = Result.getOrThrow(decodeCompanyPatch({ fees: feesView(demoFeeSchedule) }))
    expect(patch.fees).toEqual(demoFeeSchedule)
  })
})
