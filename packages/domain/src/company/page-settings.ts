/** A company's settings for its payment pages. A payment link may choose its own language, color and way back. */
import * as Schema from "effect/Schema"
import { HexColor } from "./hex-color.ts"

/** The language of a payer's pages and receipts (BCP 47). */
export const PageLanguage = Schema.Literals(["pt-BR", "en"])
export type PageLanguage = typeof PageLanguage.Type

/** In characters: the longest host name, a scheme and a port. */
export const siteOriginMax = 270

/**
 * A site, as browsers write it in an `Origin`: scheme, host and possibly a port, in lower case, without a path.
 *
 * It becomes part of a security policy, so nothing else is allowed in it: no space, no semicolon, no wildcard.
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

/** The port of an origin, or its scheme's default port. */
const portOf = (origin: string): number => Number(/:([0-9]+)$/u.exec(origin)?.[1] ?? 443)

/** Which payments are confirmed to the payer by e-mail. */
export const ReceiptsMailed = Schema.Literals(["links", "all", "none"])
export type ReceiptsMailed = typeof ReceiptsMailed.Type

/** A company's choices. */
export const PageSettings = Schema.Struct({
  language: PageLanguage,
  /** Background color, unless the link has its own. Null for the default. */
  bgColor: Schema.NullOr(HexColor),
  /** Where payers go after paying, unless their link or checkout has its own: an http or https URL. */
  redirectAfterSuccess: Schema.NullOr(Schema.String),
  /** The one site that may show the pages in a frame. Null for none. */
  site: Schema.NullOr(SiteOrigin),
  /**
   * Which payments are confirmed to the payer by e-mail, if the service has a mail server: only those by `links`,
   * because companies that sell through the API write to their customers themselves; `all`; or `none`.
   */
  receipts: ReceiptsMailed,
})
export type PageSettings = typeof PageSettings.Type

/** The settings of a new company. */
export const defaultPageSettings: PageSettings = {
  language: "pt-BR",
  bgColor: null,
  redirectAfterSuccess: null,
  site: null,
  receipts: "links",
}

/** The choices of a link for its own page. A missing key leaves the choice to the company. */
export interface PageChoice {
  readonly language?: PageLanguage
  readonly redirectAfterSuccess?: string
  /** Null also leaves the choice to the company. */
  readonly bgColor?: HexColor | null
}

/** The language of a page: the link's, else the company's. @param link - its terms; null if there is no link */
export const pageLanguage = (settings: PageSettings, link: PageChoice | null): PageLanguage =>
  link?.language ?? settings.language

/**
 * The background of a page: the link's, else the company's; null for the default. @param link - its terms; null if
 * there is no link
 */
export const pageColor = (settings: PageSettings, link: PageChoice | null): HexColor | null =>
  link?.bgColor ?? settings.bgColor

/** Where a payer goes after paying: the link's URL, else the company's. Null if there is none. */
export const redirectAfterPaying = (settings: PageSettings, link: PageChoice | null): string | null =>
  link?.redirectAfterSuccess ?? settings.redirectAfterSuccess
