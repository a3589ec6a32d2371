import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"

/** Who sells: the logo, or the name where there is none. */
export const seller = ({ name, logo_url }: PayerLinkView["company"]): Html =>
  logo_url !== null && /^https:\/\//iu.test(logo_url)
    ? html`<img class="logo" src="${logo_url}" alt="${name}">`
    : html`<p>${name}</p>`
