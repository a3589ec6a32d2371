// The security code of a card (CVV, CVC, CID). It is dropped with the request and never stored, not even encrypted (PCI
// DSS 4.0.1, 3.3.1).
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type CardBrand, securityCodeLengths } from "./brand.ts"

/** Why a security code is refused. If both reasons hold, the first is given. */
export const SecurityCodeRefusal = Schema.Literals(["characters", "length"])
export type SecurityCodeRefusal = typeof SecurityCodeRefusal.Type

/**
 * The text is no security code of this card; the payer types it again. It does not carry the text.
 *
 * `characters`: something other than digits. `length`: not as many as the brand prints; `lengths` says how many that
 * are.
 */
export class SecurityCodeRefused extends Data.TaggedClass("SecurityCodeRefused")<{
  readonly reason: SecurityCodeRefusal
  readonly lengths: ReadonlyArray<3 | 4>
}> {}

/** Three or four digits. How many they must be, the brand decides: see `parseSecurityCode`. */
export const SecurityCode = Schema.String.check(Schema.isPattern(/^[0-9]{3,4}$/u)).pipe(Schema.brand("SecurityCode"))
export type SecurityCode = typeof SecurityCode.Type

/** Reads the digits printed on the card; how many they are depends on the brand. */
export const parseSecurityCode = (
  input: string,
  brand: CardBrand,
): Result.Result<SecurityCode, SecurityCodeRefused> => {
  const lengths = securityCodeLengths(brand)
  if (!/^[0-9]*$/u.test(input)) return Result.fail(new SecurityCodeRefused({ reason: "characters", lengths }))
  return lengths.some((length) => length === input.length)
    ? Result.succeed(SecurityCode.make(input, { disableChecks: true }))
    : Result.fail(new SecurityCodeRefused({ reason: "length", lengths }))
}
