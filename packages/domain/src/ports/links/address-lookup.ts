/** Finds the street of a postal code. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { FoundAddress } from "../../customer/found-address.ts"
import type { PostalCode } from "../../customer/postal-code.ts"

/** Finds the street of a postal code, so that a payer types less. */
export class AddressLookup extends Context.Service<
  AddressLookup,
  {
    /**
     * None if the code is unknown, or if the lookup has no answer in time. It only saves typing, so it never fails, and
     * answers within a few seconds.
     */
    readonly find: (code: PostalCode) => Effect.Effect<Option.Option<FoundAddress>>
  }
>()("@vintem/domain/ports/AddressLookup") {}
