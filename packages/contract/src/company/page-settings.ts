/** A company's settings for its payment pages, on the wire. */
import {
  defaultPageSettings,
  PageLanguage,
  type PageSettings,
  ReceiptsMailed,
  SiteOrigin,
} from "@vintem/domain/company"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import { andThen, clearable, described, object, type Read, refusedAs } from "../input/codec.ts"
import { hexColor } from "../input/hex-color.ts"
import { ofString, textRead } from "../input/text.ts"
import { urlWithoutCredentials } from "../input/url.ts"

/** One of the languages. */
export const pageLanguage = described(choice(PageLanguage), {
  description: "Language of the payer's pages and receipts.",
  examples: ["en"],
})

export const redirectAfterSuccess = described(urlWithoutCredentials, {
  description:
    "Where payers go after paying: an http or https URL of at most 2048 characters, without user or password.",
  examples: ["https://loja.example.com/obrigado"],
})

export const PageSettingsView = Schema.Struct({
  language: PageLanguage,
  bg_color: Schema.NullOr(Schema.String),
  redirect_after_success: Schema.NullOr(Schema.String),
  site: Schema.NullOr(Schema.String),
  receipts: ReceiptsMailed,
}).annotate({ description: "Settings of the payer's pages." })
export type PageSettingsView = typeof PageSettingsView.Type

export const pageSettingsView = ({
  bgColor,
  language,
  receipts,
  redirectAfterSuccess,
  site,
}: PageSettings): PageSettingsView => ({
  language,
  bg_color: bgColor,
  redirect_after_success: redirectAfterSuccess,
  site,
  receipts,
})

const notASite = refusedAs({ code: "invalid_site" })
const isSiteOrigin = Schema.is(SiteOrigin)

/** Reads a site in any case, with or without the slash that browsers show after it. */
const readSite: Read<SiteOrigin> = ofString((text) => {
  const origin = trimCode(text).toLowerCase().replace(/\/$/u, "")
  return isSiteOrigin(origin) ? Result.succeed(origin) : notASite
})

const site = described(textRead(readSite), {
  description: "The only site that may show the pages in a frame: scheme and host, without a path.",
  examples: ["https://loja.example.com"],
})

/** Changes to the settings. Missing fields keep their values; null removes a setting. */
export const pageSettings = andThen(
  object({
    language: clearable(pageLanguage),
    bg_color: clearable(hexColor, {
      description: "Background color, unless the link has its own: `#` and 3 or 6 digits.",
      examples: ["#1f6f54"],
    }),
    redirect_after_success: clearable(redirectAfterSuccess),
    site: clearable(site),
    receipts: clearable(choice(ReceiptsMailed), {
      description:
        "Which payments the payer gets a receipt for by e-mail, if the service has a mail server; `links` if absent.",
    }),
  }),
  ({ bg_color, language, receipts, redirect_after_success, site }): Partial<PageSettings> => ({
    ...(language === undefined ? {} : { language: language ?? defaultPageSettings.language }),
    ...(bg_color === undefined ? {} : { bgColor: bg_color }),
    ...(redirect_after_success === undefined ? {} : { redirectAfterSuccess: redirect_after_success }),
    ...(site === undefined ? {} : { site }),
    ...(receipts === undefined ? {} : { receipts: receipts ?? defaultPageSettings.receipts }),
  }),
)
