/**
 * A company for tests that need one and do not care which.
 */
import { type CompanyDetails, defaultCity, defaultPageSettings } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
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
