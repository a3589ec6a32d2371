/**
 * Logos of companies, served by the service itself: the payer's browser contacts no other host.
 *
 * The address contains the company and the logo's URL, sealed by this service. So every process can answer it, and
 * callers cannot make the service fetch other addresses. It is valid while the company's logo has this URL.
 */
import { timingSafeEqual } from "node:crypto"
import { companyIdFromPath, NotFound } from "@vintem/contract"
import type { CompanyId } from "@vintem/domain/identifiers"
import { CompanyRepository, type Logo, LogoSource, Secrets } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { storageFailed } from "../../edge/auth/bearer-token.ts"
import { failed } from "../../edge/body/answers.ts"
import { tooManyRequests } from "../../edge/limits/rate-limit.ts"
import { countedVisit } from "../access.ts"

export const logoPath = "/assets/logo"

/** Returns this service's address for a company's logo, given the logo's URL. */
export type LogoAddress = (company: CompanyId, url: string) => string

const sealedText = (company: string, url: string): string => `logo ${company} ${url}`

export const logoAddresses = Effect.map(
  Secrets,
  ({ fingerprint }): LogoAddress =>
    (company, url) => {
      const seal = fingerprint(sealedText(String(company), url))
      return `${logoPath}?${new URLSearchParams({ company: String(company), url, seal })}`
    },
)

/** Browsers keep a logo for as long as the service does. */
const headers = {
  "cache-control": "public, max-age=3600",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
}

/** Counts as a request of the payer. */
export const logoAnswer = Effect.map(countedVisit, (visit) =>
  Effect.gen(function* () {
    const seconds = yield* visit
    if (seconds !== null) return tooManyRequests(seconds)
    const request = yield* HttpServerRequest.HttpServerRequest
    const asked = new URLSearchParams(request.url.split("?")[1])
    const [company = "", url = "", seal = ""] = [asked.get("company"), asked.get("url"), asked.get("seal")].map(
      (text) => text ?? "",
    )
    const { fingerprint, formerFingerprints } = yield* Secrets
    const text = sealedText(company, url)
    const seals = [fingerprint(text), ...formerFingerprints(text)]
    if (!seals.some((wanted) => isSame(seal, wanted))) return failed(new NotFound())
    return Option.match(yield* currentLogo(company, url), {
      onNone: () => failed(new NotFound()),
      onSome: ({ bytes, mediaType }) => HttpServerResponse.uint8Array(bytes, { contentType: mediaType, headers }),
    })
  }).pipe(Effect.catchTag("StorageUnavailable", storageFailed)),
)

/** None if the company's logo has another URL by now. */
const currentLogo = Effect.fnUntraced(function* (text: string, url: string) {
  const { find: findCompany } = yield* CompanyRepository
  const { find } = yield* LogoSource
  const id = companyIdFromPath(text)
  const company = Option.isNone(id) ? null : Option.getOrNull(yield* findCompany(id.value))
  return company === null || company.logoUrl !== url ? Option.none<Logo>() : yield* find(company.id, url)
})

const isSame = (given: string, wanted: string): boolean =>
  Buffer.byteLength(given) === Buffer.byteLength(wanted) && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
