/**
 * A page as an answer, and what browsers may do with it.
 */
import type { SiteOrigin } from "@vintem/domain/company"
import { HttpServerResponse } from "effect/http"

/** @param site - that may show the page in a frame; null for none */
export const pageAnswer = (
  status: number,
  document: string,
  site: SiteOrigin | null,
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(document, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": `${policy}; frame-ancestors ${site ?? "'none'"}`,
      "cache-control": "no-store",
      // The address is the key: it is told to nobody, neither to pictures nor to search engines.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      // It knows no single site: where one may, the policy alone says which.
      ...(site === null ? { "x-frame-options": "DENY" } : {}),
    },
  })

/** Everything comes from the service itself, nothing stands in the markup, and no other site shows the page but the one its company names. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join("; ")
