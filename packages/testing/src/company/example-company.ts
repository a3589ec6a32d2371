/** A company for tests that need one, whichever it is. */
import { type CompanyDetails, defaultCity, defaultPageSettings } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { examplePlacedAt } from "../order/example-order.ts"

/**
 * Details for `CompanyRepository.add`, with the demo fees and no minimum of its own. `overrides` are the ones that
 * matter to a test.
 */
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
