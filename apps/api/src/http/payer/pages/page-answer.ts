/** A page as an answer, with the browser's limits for it. */
import type { SiteOrigin } from "@vintem/domain/company"
import { HttpServerResponse } from "effect/http"

/** @param site - may show the page in a frame; null for none */
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
      // The address is a secret: it is not sent as a referrer, and search engines may not index it.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      // This header cannot name one site: if one is allowed, only the policy says so.
      ...(site === null ? { "x-frame-options": "DENY" } : {}),
    },
  })

/**
 * Everything comes from the service itself, the markup holds no script or style, and only the site that the company
 * names can frame the page.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join("; ")
