/**
 * A page as an answer, and what browsers may do with it.
 */
import { HttpServerResponse } from "effect/http"

export const pageAnswer = (status: number, document: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(document, {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy,
      "cache-control": "no-store",
      // The address is the key: it is told to nobody, neither to pictures nor to search engines.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  })

/** Everything comes from the service itself, nothing stands in the markup, and no other site shows the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")
