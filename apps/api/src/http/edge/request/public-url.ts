/**
 * The base of every URL handed out, without a slash at its end.
 */
import { Context } from "effect"

export class PublicUrl extends Context.Service<PublicUrl, { readonly base: string }>()("@vintem/api/http/PublicUrl") {}
