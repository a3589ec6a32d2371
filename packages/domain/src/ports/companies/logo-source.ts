/**
 * Gets the picture that a company shows payers, so that no payer's browser has to ask for it elsewhere.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { CompanyId } from "../../identifiers/company.ts"

/** A picture made anew by the service: of what was sent to it, nothing is left but the pixels. */
export interface Logo {
  readonly bytes: Uint8Array
  readonly mediaType: "image/webp"
}

/** Gets a company's logo from the URL that it names. */
export class LogoSource extends Context.Service<
  LogoSource,
  {
    /**
     * None if there is no picture that can be shown, or none in time: the name of the company is shown instead. Never fails,
     * answers within a few seconds, and does not fetch the picture each time. Companies are served in turn: one whose logo takes long makes
     * the others wait for no more than one picture.
     *
     * @param url - where the company says that its logo lies
     */
    readonly find: (company: CompanyId, url: string) => Effect.Effect<Option.Option<Logo>>
  }
>()("@vintem/domain/ports/LogoSource") {}
