/** Fetches the picture that a company shows payers, so that no payer's browser has to request it elsewhere. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CompanyId } from "../../identifiers/company.ts"

/** A picture that the service drew again: only the pixels of the original are left. */
export interface Logo {
  readonly bytes: Uint8Array
  readonly mediaType: "image/webp"
}

/** Fetches a company's logo from its URL. */
export class LogoSource extends Context.Service<
  LogoSource,
  {
    /**
     * None if there is no picture that can be shown, or none in time: the company's name is shown instead. Never fails,
     * answers within a few seconds, and does not fetch the picture each time. Companies take turns: a slow logo makes
     * the others wait for one picture at most.
     *
     * @param url - the URL of the logo, by the company
     */
    readonly find: (company: CompanyId, url: string) => Effect.Effect<Option.Option<Logo>>
  }
>()("@vintem/domain/ports/LogoSource") {}
