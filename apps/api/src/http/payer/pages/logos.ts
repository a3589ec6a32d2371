/**
 * Logos of companies, served by the service itself: the payer's browser contacts no other host.
 *
 * The address contains the logo's URL, sealed by this service. So every process can answer it, and callers cannot make the service fetch
 * other addresses.
 */
import { timingSafeEqual } from "node:crypto"
import { NotFound } from "@vintem/contract"
import { LogoSource, Secrets } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { failed } from "../../edge/answers.ts"

export const logoPath = "/assets/logo"

/** Seals where logos lie. */
const sealing = Effect.map(
  Secrets,
  ({ fingerprint }) =>
    (url: string) =>
      fingerprint(`logo ${url}`),
)

/** Under which address of this service a logo is shown. */
export const logoAddresses = Effect.map(
  sealing,
  (sealOf) =>
    (url: string): string =>
      `${logoPath}?${new URLSearchParams({ url, seal: sealOf(url) })}`,
)

/** Browsers keep a logo for as long as the service does. */
const headers = {
  "cache-control": "public, max-age=3600",
  "content-security-policy": "default-src 'none'",
  "x-content-type-options": "nosniff",
}

export const logoAnswer = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const asked = new URLSearchParams(request.url.split("?")[1])
  const url = asked.get("url") ?? ""
  if (!isSame(asked.get("seal") ?? "", (yield* sealing)(url))) return failed(new NotFound())
  const { find } = yield* LogoSource
  return Option.match(yield* find(url), {
    onNone: () => failed(new NotFound()),
    onSome: ({ bytes, mediaType }) => HttpServerResponse.uint8Array(bytes, { contentType: mediaType, headers }),
  })
})

const isSame = (given: string, wanted: string): boolean =>
  Buffer.byteLength(given) === Buffer.byteLength(wanted) && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
