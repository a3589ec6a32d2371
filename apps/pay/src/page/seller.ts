import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import type { Assets } from "./page.ts"

export type Seller = PayerLinkView["company"]

/** The seller's logo, or the name if there is no logo or it does not load. */
export const sellerShown = ({ name, logo_url }: Seller, { logo }: Pick<Assets, "logo">): Html =>
  logo_url === null ? html`<p>${name}</p>` : html`<img class="logo" src="${logo(logo_url)}" alt="${name}">`
