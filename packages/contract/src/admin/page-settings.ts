/**
 * What a company chooses for the pages on which its payers pay, on the wire.
 */
import {
  defaultPageSettings,
  PageLanguage,
  type PageSettings,
  ReceiptsMailed,
  SiteOrigin,
  trimCode,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { clearable, type Read } from "../input/field.ts"
import { optionalPart, type Part } from "../input/part.ts"
import { ofString } from "../input/text.ts"
import { readUrlWithoutCredentials } from "../input/url.ts"

/** Reads one of the languages. */
export const readPageLanguage: Read<PageLanguage> = readChoice(PageLanguage.literals)

export const pageLanguageRequest = PageLanguage.annotate({
  description: "Of the payer's pages and receipts.",
  examples: ["en"],
})

export const redirectRequest = Schema.String.annotate({
  description: "Where payers go after they have paid: an http or https URL of at most 2048 characters.",
  examples: ["https://loja.example.com/obrigado"],
})

const site = Schema.String.annotate({
  description: "The one site that may show the pages in a frame: scheme and host, without a path.",
  examples: ["https://loja.example.com"],
})

export const PageSettingsView = Schema.Struct({
  language: PageLanguage,
  redirect_after_success: Schema.NullOr(Schema.String),
  site: Schema.NullOr(Schema.String),
  receipts: ReceiptsMailed,
}).annotate({ description: "Of the pages on which payers pay." })
export type PageSettingsView = typeof PageSettingsView.Type

export const pageSettingsView = ({
  language,
  receipts,
  redirectAfterSuccess,
  site,
}: PageSettings): PageSettingsView => ({
  language,
  redirect_after_success: redirectAfterSuccess,
  site,
  receipts,
})

/** The settings as requests write them. What is absent stays as it is; null takes the setting away. */
export const PageSettingsRequest = Schema.Struct({
  language: Schema.optionalKey(Schema.NullOr(pageLanguageRequest)),
  redirect_after_success: Schema.optionalKey(Schema.NullOr(redirectRequest)),
  site: Schema.optionalKey(Schema.NullOr(site)),
  receipts: Schema.optionalKey(
    Schema.NullOr(ReceiptsMailed).annotate({
      description:
        "Which payments are confirmed to the payer by e-mail, where the service has a mail server; `links` where absent.",
    }),
  ),
})

/** Reads what is to change about the settings. */
export const readPageSettings = (input: unknown, path: string): Part<Partial<PageSettings>> =>
  Result.map(readFields(input, path), ({ language, receipts, redirect_after_success, site }) => ({
    ...(language === undefined ? {} : { language: language ?? defaultPageSettings.language }),
    ...(redirect_after_success === undefined ? {} : { redirectAfterSuccess: redirect_after_success }),
    ...(site === undefined ? {} : { site }),
    ...(receipts === undefined ? {} : { receipts: receipts ?? defaultPageSettings.receipts }),
  }))

const isSiteOrigin = Schema.is(SiteOrigin)

/** Reads a site with or without the slash that browsers show behind it, in any case. */
const readSite: Read<SiteOrigin> = ofString((text) => {
  const origin = trimCode(text).toLowerCase().replace(/\/$/u, "")
  return isSiteOrigin(origin)
    ? Result.succeed(origin)
    : Result.fail("must be a site like https://loja.example.com, without a path.")
})

const SettingsInput = Schema.Struct({
  language: clearable(PageLanguage, readPageLanguage),
  redirect_after_success: clearable(Schema.String, readUrlWithoutCredentials),
  site: clearable(SiteOrigin, readSite),
  receipts: clearable(ReceiptsMailed, readChoice(ReceiptsMailed.literals)),
})

const nothingSaid: typeof SettingsInput.Type = {}

const readFields = optionalPart(SettingsInput, nothingSaid)
