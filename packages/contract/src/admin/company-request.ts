/**
 * Creating and changing a company.
 */
import {
  addressLimits,
  type Company,
  Document,
  defaultCity,
  defaultPageSettings,
  type FeeSchedule,
  type PageSettings,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { BooleanInput, readBoolean } from "../input/boolean.ts"
import type { InvalidFields } from "../input/fault.ts"
import { clearable, optional, required } from "../input/field.ts"
import { faultsIn, fieldsOf, invalidFields, part } from "../input/part.ts"
import { readDocument, readFullName, readText } from "../input/text.ts"
import { readUrl } from "../input/url.ts"
import { FeesRequest, readFees } from "./fees.ts"
import { PageSettingsRequest, readPageSettings } from "./page-settings.ts"

const name = Schema.String.annotate({ description: "2 to 140 characters.", examples: ["Loja Exemplo Ltda."] })
const city = Schema.String.annotate({
  description: `What Pix codes carry; ${defaultCity} where there is none.`,
  examples: ["Campinas"],
})
const logoUrl = Schema.String.annotate({
  description:
    "An http or https URL of at most 2048 characters. Payers are shown a PNG, JPEG, WebP or GIF of at most 2 MiB and 16 megapixels that lies " +
    "there, fetched by this service; where there is none, the name.",
  examples: ["https://loja.example.com/logo.png"],
})

export const CompanyRequest = Schema.Struct({
  name,
  document: Schema.optionalKey(Schema.NullOr(Schema.String.annotate({ examples: ["11222333000181"] }))),
  city: Schema.optionalKey(Schema.NullOr(city)),
  logo_url: Schema.optionalKey(Schema.NullOr(logoUrl)),
  pages: Schema.optionalKey(PageSettingsRequest),
}).annotate({
  identifier: "CompanyRequest",
  examples: [{ name: "Loja Exemplo Ltda.", document: "11222333000181", city: "Campinas" }],
})

/** What may be changed about a company. */
export const CompanyPatchRequest = Schema.Struct({
  name: Schema.optionalKey(name),
  city: Schema.optionalKey(Schema.NullOr(city)),
  logo_url: Schema.optionalKey(Schema.NullOr(logoUrl)),
  under_moderation: Schema.optionalKey(BooleanInput),
  block_cloud: Schema.optionalKey(
    Schema.NullOr(BooleanInput).annotate({ description: "Null follows the service's own setting." }),
  ),
  fees: Schema.optionalKey(FeesRequest),
  pages: Schema.optionalKey(PageSettingsRequest),
}).annotate({
  identifier: "CompanyPatchRequest",
  description: "What is absent keeps its value; null clears it.",
  examples: [{ under_moderation: false, fees: { pix: { percent: 0.99, fixed: 0 } } }],
})

/** A company about to be created. */
export interface CompanyInput {
  readonly name: string
  readonly document: Document | null
  readonly city: string
  readonly logoUrl: string | null
  readonly pages: PageSettings
}

/** What is to change about a company: no key, no change. */
export type CompanyPatch = Partial<Pick<Company, "name" | "city" | "logoUrl" | "underModeration" | "blockCloud">> & {
  readonly fees: Partial<FeeSchedule>
  readonly pages: Partial<PageSettings>
}

/** Reads the body, or lists everything that is wrong with it. An absent city is the default one. */
export const decodeCompany = (body: unknown): Result.Result<CompanyInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const plain = readCompany(fields.success, "")
  const pages = readPageSettings(fields.success["pages"], "pages")
  if (Result.isFailure(plain) || Result.isFailure(pages)) {
    return Result.fail(invalidFields([...faultsIn(plain), ...faultsIn(pages)]))
  }
  const { name, document = null, city = defaultCity, logo_url: logoUrl = null } = plain.success
  return Result.succeed({ name, document, city, logoUrl, pages: { ...defaultPageSettings, ...pages.success } })
}

/** Reads the body, or lists everything that is wrong with it. A city of null is the default one. */
export const decodeCompanyPatch = (body: unknown): Result.Result<CompanyPatch, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const plain = readPatch(fields.success, "")
  const fees = readFees(fields.success["fees"], "fees")
  const pages = readPageSettings(fields.success["pages"], "pages")
  if (Result.isFailure(plain) || Result.isFailure(fees) || Result.isFailure(pages)) {
    return Result.fail(invalidFields([plain, fees, pages].flatMap(faultsIn)))
  }
  const { name, city, logo_url, under_moderation, block_cloud } = plain.success
  return Result.succeed({
    ...(name === undefined ? {} : { name }),
    ...(city === undefined ? {} : { city: city ?? defaultCity }),
    ...(logo_url === undefined ? {} : { logoUrl: logo_url }),
    ...(under_moderation === undefined ? {} : { underModeration: under_moderation }),
    ...(block_cloud === undefined ? {} : { blockCloud: block_cloud }),
    fees: fees.success,
    pages: pages.success,
  })
}

/** The company with the patch: what is absent in it keeps its value, of the fees and the page settings part by part. */
export const patchedCompany = (company: Company, { fees, pages, ...patch }: CompanyPatch): Company => ({
  ...company,
  ...patch,
  fees: { ...company.fees, ...fees },
  pages: { ...company.pages, ...pages },
})

const readCompany = part(
  Schema.Struct({
    name: required(Schema.String, readFullName),
    document: optional(Document, readDocument),
    city: optional(Schema.String, readText(addressLimits.city)),
    logo_url: optional(Schema.String, readUrl),
  }),
)

const readPatch = part(
  Schema.Struct({
    name: optional(Schema.String, readFullName),
    city: clearable(Schema.String, readText(addressLimits.city)),
    logo_url: clearable(Schema.String, readUrl),
    under_moderation: optional(Schema.Boolean, readBoolean),
    block_cloud: clearable(Schema.Boolean, readBoolean),
  }),
)
