// The security code of a card (CVV, CVC, CID). It is discarded with the request and never stored, not even encrypted
// (PCI DSS 4.0.1, 3.3.1).
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type CardBrand, securityCodeLengths } from "./brand.ts"

/** Why a security code is refused. If both reasons hold, the first is given. */
export const SecurityCodeRefusal = Schema.Literals(["characters", "length"])
export type SecurityCodeRefusal = typeof SecurityCodeRefusal.Type

/**
 * The text is not a security code of this card; the payer types it again. The error does not contain the text.
 *
 * `characters`: something other than digits. `length`: not as many digits as the brand prints; see `lengths`.
 */
export class SecurityCodeRefused extends Data.TaggedClass("SecurityCodeRefused")<{
  readonly reason: SecurityCodeRefusal
  readonly lengths: ReadonlyArray<3 | 4>
}> {}

/** Three or four digits. The brand decides how many: see `parseSecurityCode`. */
export const SecurityCode = Schema.String.check(Schema.isPattern(/^[0-9]{3,4}$/u)).pipe(Schema.brand("SecurityCode"))
export type SecurityCode = typeof SecurityCode.Type

/** Reads the digits printed on the card. Their number depends on the brand. */
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
