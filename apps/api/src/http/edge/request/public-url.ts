/** The base of every URL that the service hands out, without a trailing slash. */
import { Context } from "effect"

export class PublicUrl extends Context.Service<PublicUrl, { readonly base: string }>()("@vintem/api/http/PublicUrl") {}
