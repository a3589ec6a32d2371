/**
 * The frame of every page that a payer sees.
 */
import { type Html, html } from "../html/html.ts"
import { onColor } from "../style/on-color.ts"
import type { Words } from "../text/words.ts"
import { type Seller, sellerFoot, sellerShown } from "./seller.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** One sentence for people who receive the address: messengers show it below the title. */
  readonly description?: string | null
  /** The seller; null if unknown. */
  readonly seller?: Seller | null
  /** The seller's document, with punctuation; null if unknown. */
  readonly sellerDocument?: string | null
  /** Background color, `#` and hexadecimal digits; null for the default. */
  readonly color?: string | null
}

/** Addresses of the shared files of all pages. */
export interface Assets {
  readonly script: string
  readonly style: string
  readonly icon: string
  /** The style of a page with its own background. @param color - hexadecimal digits */
  readonly colorStyle: (color: string) => string
  /** The service's own address for the seller's logo. @param url - the company's */
  readonly logo: (url: string) => string
}

/** The document of a page. The markup itself contains no script or style: a policy may forbid them. */
export const documentOf = (
  { title, main, description = null, seller = null, sellerDocument = null, color = null }: Page,
  words: Words,
  assets: Assets,
): Html =>
  html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
${color === null ? null : html`<meta name="theme-color" content="${color}">`}
<title>${title}</title>
${
  description === null
    ? null
    : html`<meta name="description" content="${description}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">`
}
<link rel="icon" href="${assets.icon}">
<link rel="stylesheet" href="${assets.style}">
${color === null ? null : html`<link rel="stylesheet" href="${assets.colorStyle(color.slice(1))}">`}
<script type="module" src="${assets.script}"></script>
</head>
<body>
${seller === null ? null : html`<header class="seller">${sellerShown(seller, assets)}</header>`}
<main>
${main}
</main>
${seller === null ? null : sellerFoot(seller, sellerDocument, words)}
<p id="said" class="unseen" role="status"></p>
</body>
</html>
`

/** The additional style of a page with its own background. @param color - hexadecimal digits, three or six */
export const colorStyle = (color: string): string => `:root{--page:#${color};--on-page:${onColor(color)}}\n`
