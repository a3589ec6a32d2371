/**
 * What a company chooses for the pages on which its payers pay. A payment link may choose its own language, color and way back.
 */
import * as Schema from "effect/Schema"
import { HexColor } from "./hex-color.ts"

/** Which language the pages and receipts of a payer speak (BCP 47). */
export const PageLanguage = Schema.Literals(["pt-BR", "en"])
export type PageLanguage = typeof PageLanguage.Type

/** In characters: the longest name of a host, a scheme and a port. */
export const siteOriginMax = 270

/**
 * A site, as browsers name it in an `Origin`: scheme, host and perhaps a port, in lower case, without a path.
 *
 * It is written into a security policy, so nothing else may stand in it: no space, no semicolon, no wildcard.
 */
export const SiteOrigin = Schema.String.check(
  Schema.isPattern(
    /^https?:\/\/[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*(?::[0-9]{1,5})?$/u,
  ),
  Schema.isMaxLength(siteOriginMax),
  Schema.makeFilter((text: string) => portOf(text) >= 1 && portOf(text) <= 65_535, {
    expected: "a port from 1 to 65535",
  }),
).pipe(Schema.brand("SiteOrigin"))
export type SiteOrigin = typeof SiteOrigin.Type

/** The scheme's default port. */
const portOf = (origin: string): number => Number(/:([0-9]+)$/u.exec(origin)?.[1] ?? 443)

/** Whose payments are confirmed to the payer by e-mail. */
export const ReceiptsMailed = Schema.Literals(["links", "all", "none"])
export type ReceiptsMailed = typeof ReceiptsMailed.Type

/** What a company has chosen. */
export const PageSettings = Schema.Struct({
  language: PageLanguage,
  /** Background color, unless the link has its own; null for the default. */
  bgColor: Schema.NullOr(HexColor),
  /** Where payers go after they have paid, unless their link or checkout says otherwise: an http or https URL. */
  redirectAfterSuccess: Schema.NullOr(Schema.String),
  /** The one site that may show the pages in a frame; null for none. */
  site: Schema.NullOr(SiteOrigin),
  /**
   * Whose payments are confirmed to the payer by e-mail, if the service has a mail server: only those by `links`, as companies that sell
   * by orders of the API tell their customers themselves; `all`; or `none`.
   */
  receipts: ReceiptsMailed,
})
export type PageSettings = typeof PageSettings.Type

/** The settings of a company that has chosen nothing. */
export const defaultPageSettings: PageSettings = {
  language: "pt-BR",
  bgColor: null,
  redirectAfterSuccess: null,
  site: null,
  receipts: "links",
}

/** What the terms of a link say of its own page; a key that is absent leaves it to the company. */
export interface PageChoice {
  readonly language?: PageLanguage
  readonly redirectAfterSuccess?: string
  /** Null, too, leaves it to the company. */
  readonly bgColor?: HexColor | null
}

/** The language of a page: that of the link, else that of the company. @param link - its terms; null if there is no link */
export const pageLanguage = (settings: PageSettings, link: PageChoice | null): PageLanguage =>
  link?.language ?? settings.language

/** The background of a page: that of the link, else that of the company; null for the usual one. @param link - its terms; null if there is no link */
export const pageColor = (settings: PageSettings, link: PageChoice | null): HexColor | null =>
  link?.bgColor ?? settings.bgColor

/** Where a payer goes after paying: the link's URL, else the company's; null for nowhere. */
export const redirectAfterPaying = (settings: PageSettings, link: PageChoice | null): string | null =>
  link?.redirectAfterSuccess ?? settings.redirectAfterSuccess
