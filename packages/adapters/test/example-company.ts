/**
 * A company for tests that need one and do not care which.
 */
import { defaultCity, defaultPageSettings } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import { exampleNow } from "@vintem/domain/testing"

export const exampleCompany = {
  name: "Empresa Exemplo",
  document: null,
  city: defaultCity,
  logoUrl: null,
  underModeration: false,
  blockCloud: null,
  fees: demoFeeSchedule,
  minimumInstallment: null,
  pages: defaultPageSettings,
  createdAt: exampleNow,
}
