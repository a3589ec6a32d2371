/**
 * A company for tests that need one and do not care which.
 */
import { type CompanyDetails, defaultCity } from "../../src/company/company.ts"
import { defaultPageSettings } from "../../src/company/page-settings.ts"
import { demoFeeSchedule } from "../../src/fees/demo-fee-schedule.ts"
import { examplePlacedAt } from "../order/example-order.ts"

/** As `CompanyRepository.add` takes it, with the demo fees and no rule of its own; `overrides` say what matters to a test. */
export const exampleCompany = (overrides: Partial<CompanyDetails> = {}): CompanyDetails => ({
  name: "Empresa Exemplo",
  document: null,
  city: defaultCity,
  logoUrl: null,
  underModeration: false,
  blockCloud: null,
  fees: demoFeeSchedule,
  minimumInstallment: null,
  pages: defaultPageSettings,
  createdAt: examplePlacedAt,
  ...overrides,
})
