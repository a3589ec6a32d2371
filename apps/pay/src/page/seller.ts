import type { PayerLinkView } from "@vintem/contract"
import { type Html, html } from "../html/html.ts"
import type { Words } from "../text/words.ts"

export type Seller = PayerLinkView["company"]

/** Who sells: the logo, or an initial and the name. A logo that cannot be shown is its name, too. */
export const sellerShown = ({ name, logo_url }: Seller, { logo }: { readonly logo: (url: string) => string }): Html =>
  logo_url === null
    ? html`<p><span class="initial" aria-hidden="true">${initialOf(name)}</span> ${name}</p>`
    : html`<img class="logo" src="${logo(logo_url)}" alt="${name}">`

/** The first letter or digit; empty for a name without any. */
const initialOf = (name: string): string => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase() ?? ""

/**
 * Who sells by law, and what the service promises (Decreto 7.962/2013, art. 2).
 *
 * @param document - of the company, with punctuation; null if unknown
 */
export const sellerFoot = ({ name }: Seller, document: string | null, words: Words): Html =>
  html`<footer class="foot"><p>${document === null ? name : `${name} · ${words.documentOf(document)}`}</p><p>${words.safety}</p></footer>`
