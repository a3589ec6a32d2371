/**
 * The frame of every page that a payer sees, and what browsers may do with it: nothing but show it.
 */
import { createHash } from "node:crypto"
import { HttpServerResponse } from "effect/http"
import { type Html, html, trusted } from "./html.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** Of the background: `#` and hexadecimal digits; null for the usual one. */
  readonly color?: string | null
  /** Whether something will change by itself: the browser looks again. */
  readonly isUnderWay?: boolean
}

/** How often a browser looks again: far below what one address may ask. */
const refreshSeconds = 30

export const shownPage = ({ status, title, main, color = null, isUnderWay = false }: Page) => {
  const style = `${styles}${color === null ? "" : `body{background:${color}}`}`
  const text = html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
${isUnderWay ? html`<meta http-equiv="refresh" content="${refreshSeconds}">` : null}
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
  return HttpServerResponse.text(text.toString(), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policyFor(style),
      "cache-control": "no-store",
      // The address is the key: it is told to nobody, neither to pictures nor to search engines.
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    },
  })
}

/** No script, no form and no frame; one style, known by its hash; a company's logo from wherever it is. */
const policyFor = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "img-src http: https:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

const styles = [
  "*{box-sizing:border-box}",
  "body{margin:0;padding:1rem;background:#eef1f4;color:#1c2733;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}",
  "main{max-width:40rem;margin:0 auto;padding:1.5rem;background:#fff;border-radius:.5rem}",
  "h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}",
  ".logo{max-height:3rem;max-width:100%}.total{font-size:1.6rem;font-weight:600;margin:.5rem 0}",
  ".lines{white-space:pre-wrap}",
  ".state{padding:.5rem .75rem;background:#e6ebf0;border-radius:.25rem}",
  ".code{display:block;padding:.5rem;background:#f4f6f8;-webkit-user-select:all;user-select:all}",
  ".qr svg{width:16rem;max-width:100%}.bars svg{width:100%;height:4rem}",
  "table{width:100%;border-collapse:collapse}td,th{padding:.25rem .5rem .25rem 0;text-align:left;vertical-align:top}",
  // Of a table the name of an item may break anywhere, amounts may not. On a phone each price is two lines instead of three columns.
  ".item{overflow-wrap:anywhere}",
  "@media(max-width:30rem){body{padding:.5rem}main{padding:1rem}.prices thead{display:none}",
  ".prices tr{display:flex;flex-wrap:wrap;padding:.5rem 0;border-top:1px solid #dde3e9}",
  ".prices td{padding:0 .5rem 0 0}.prices td:last-child{flex-basis:100%}}",
].join("")
