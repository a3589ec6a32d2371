/**
 * The frame of every page that a payer sees.
 */
import { type Html, html } from "../html/html.ts"
import { onColor } from "../style/on-color.ts"
import type { Words } from "../text/words.ts"
import { type Seller, sellerShown } from "./seller.ts"

export interface Page {
  readonly status: number
  readonly title: string
  readonly main: Html
  /** In a sentence, for whom the address is sent to: messengers show it below the title. */
  readonly description?: string | null
  /** The seller; null if unknown. */
  readonly seller?: Seller | null
  /** Background color, `#` and hexadecimal digits; null for the default. */
  readonly color?: string | null
}

/** Where the parts of a page that are the same for everybody lie. */
export interface Assets {
  readonly script: string
  readonly style: string
  readonly icon: string
  /** The style of a page with a background of its own. @param color - hexadecimal digits */
  readonly colorStyle: (color: string) => string
  /** Where the service shows the seller's logo, which lies elsewhere. @param url - as the company gave it */
  readonly logo: (url: string) => string
}

/** The document of a page. Nothing in it is run or styled by its markup: a policy may forbid that altogether. */
export const documentOf = (
  { title, main, description = null, seller = null, color = null }: Page,
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
<p id="said" class="unseen" role="status"></p>
</body>
</html>
`

/** What a page with a background of its own adds to the style. @param color - hexadecimal digits, three or six */
export const colorStyle = (color: string): string => `:root{--page:#${color};--on-page:${onColor(color)}}\n`
