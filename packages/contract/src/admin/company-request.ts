/**
 * Creating and changing a company.
 */
import { type Company, defaultCity, defaultPageSettings, type PageSettings } from "@vintem/domain/company"
import { addressLimits } from "@vintem/domain/customer"
import type { Document } from "@vintem/domain/documents"
import type { FeeSchedule } from "@vintem/domain/fees"
import { minimumInstallmentMax } from "@vintem/domain/installments"
import { centavos } from "@vintem/domain/money"
import { pageSettings } from "../company/page-settings.ts"
import { amount } from "../input/amount.ts"
import { boolean } from "../input/boolean.ts"
import {
  andThen,
  bodyOf,
  clearable,
  described,
  type ObjectOf,
  object,
  optional,
  orNull,
  required,
  withDefault,
} from "../input/codec.ts"
import { document, fullName, text } from "../input/text.ts"
import { url } from "../input/url.ts"
import { fees } from "./fees.ts"

const name = described(fullName, { description: "2 to 140 characters.", examples: ["Loja Exemplo Ltda."] })
const city = described(text(addressLimits.city), {
  description: `Shown in Pix codes; ${defaultCity} if there is none.`,
  examples: ["Campinas"],
})
const logoUrl = described(url, {
  description:
    "An http or https URL of at most 2048 characters. This service fetches a PNG, JPEG, WebP or GIF of at most 2 MiB and 16 megapixels there " +
    "and shows it to payers; if there is none, the name.",
  examples: ["https://loja.example.com/logo.png"],
})

const minimumInstallment = described(amount({ min: centavos(1), max: minimumInstallmentMax }), {
  description:
    "Reais: the smallest installment. Payers are not offered smaller ones, and orders and payments that ask for them are 422. One payment " +
    "may be smaller. If null, there is no minimum.",
  examples: [10],
})

/** A new company. */
export interface CompanyInput {
  readonly name: string
  readonly document: Document | null
  readonly city: string
  readonly logoUrl: string | null
  readonly minimumInstallment: Company["minimumInstallment"]
  readonly pages: PageSettings
}

/** Changes to a company. A missing field changes nothing. */
export type CompanyPatch = Partial<
  Pick<Company, "name" | "city" | "logoUrl" | "underModeration" | "blockCloud" | "minimumInstallment">
> & {
  readonly fees: Partial<FeeSchedule>
  readonly pages: Partial<PageSettings>
}

/** The body of a new company. The default city replaces a missing one. */
export const companyBody = andThen(
  described(
    object({
      name: required(name),
      document: optional(
        orNull(
          described(document, { description: "CPF or CNPJ with its check digits.", examples: ["11222333000181"] }),
        ),
      ),
      city: optional(orNull(city)),
      logo_url: optional(orNull(logoUrl)),
      minimum_installment: optional(orNull(minimumInstallment)),
      pages: withDefault(pageSettings, {}),
    }),
    {
      identifier: "CompanyRequest",
      examples: [{ name: "Loja Exemplo Ltda.", document: "11222333000181", city: "Campinas" }],
    },
  ),
  ({
    name,
    document = null,
    city = defaultCity,
    logo_url: logoUrl = null,
    minimum_installment: minimumInstallment = null,
    pages,
  }): CompanyInput => ({
    name,
    document,
    city,
    logoUrl,
    minimumInstallment,
    pages: { ...defaultPageSettings, ...pages },
  }),
)

/** The changeable details of a company and its fees. */
export const companyTerms = {
  name: optional(name),
  city: clearable(city),
  block_cloud: clearable(boolean, { description: "If null, the service's own setting applies." }),
  fees: withDefault(fees, {}),
  minimum_installment: clearable(minimumInstallment),
}

/** Changeable fields that payers see. */
export const companyPages = {
  logo_url: clearable(logoUrl),
  pages: withDefault(pageSettings, {}),
}

/** The changes of a company. A city of null means the default one. */
export const companyPatchBody = andThen(
  described(
    object({
      name: companyTerms.name,
      city: companyTerms.city,
      logo_url: companyPages.logo_url,
      under_moderation: optional(boolean),
      block_cloud: companyTerms.block_cloud,
      fees: companyTerms.fees,
      minimum_installment: companyTerms.minimum_installment,
      pages: companyPages.pages,
    }),
    {
      identifier: "CompanyPatchRequest",
      description: "Absent fields keep their value; null clears.",
      examples: [{ under_moderation: false, fees: { pix: { percent: 0.99, fixed: 0 } } }],
    },
  ),
  ({ under_moderation, ...change }): CompanyPatch => ({
    ...termsPatch(change),
    ...pagesPatch(change),
    fees: change.fees,
    pages: change.pages,
    ...(under_moderation === undefined ? {} : { underModeration: under_moderation }),
  }),
)

/** Only the fields that were read. */
export const termsPatch = ({
  name,
  city,
  block_cloud,
  fees,
  minimum_installment,
}: ObjectOf<typeof companyTerms>): CompanyPatch => ({
  ...(name === undefined ? {} : { name }),
  ...(city === undefined ? {} : { city: city ?? defaultCity }),
  ...(block_cloud === undefined ? {} : { blockCloud: block_cloud }),
  ...(minimum_installment === undefined ? {} : { minimumInstallment: minimum_installment }),
  fees,
  pages: {},
})

/** Only the fields that were read. */
export const pagesPatch = ({ logo_url, pages }: ObjectOf<typeof companyPages>): CompanyPatch => ({
  ...(logo_url === undefined ? {} : { logoUrl: logo_url }),
  fees: {},
  pages,
})

/** Reads the body, or lists all its faults. */
export const decodeCompany = bodyOf(companyBody)

/** The company after the changes. Missing fields keep their values, also within fees and page settings. */
export const patchedCompany = (company: Company, { fees, pages, ...patch }: CompanyPatch): Company => ({
  ...company,
  ...patch,
  fees: { ...company.fees, ...fees },
  pages: { ...company.pages, ...pages },
})
