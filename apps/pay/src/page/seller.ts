import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"

export type Seller = PayerLinkView["company"]

/** Who sells: the logo, or the name if there is none. A logo that cannot be shown is its name, too. */
export const sellerShown = ({ name, logo_url }: Seller, { logo }: { readonly logo: (url: string) => string }): Html =>
  logo_url === null ? html`<p>${name}</p>` : html`<img class="logo" src="${logo(logo_url)}" alt="${name}">`
