/** The payment methods of a link. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { forEachMethod, PaymentMethod } from "../method/payment-method.ts"

/** The methods that a link accepts, at least one. */
export const LinkMethods = Schema.Struct(forEachMethod(() => Schema.Boolean)).check(
  Schema.makeFilter((methods) => PaymentMethod.literals.some((method) => methods[method]), {
    expected: "at least one method of payment",
  }),
)
export type LinkMethods = typeof LinkMethods.Type

/** Every method is switched off, so nobody could pay. */
export class NoMethodAccepted extends Schema.TaggedError<NoMethodAccepted>()("NoMethodAccepted", {}) {}

/**
 * The methods for some flags. A missing flag is true, unless another one is true.
 *
 * @see docs/decisions/links-and-batches.md#0076
 */
export const linkMethodsFrom = (
  flags: Readonly<Partial<Record<PaymentMethod, boolean | undefined>>>,
): Result.Result<LinkMethods, NoMethodAccepted> => {
  const absent = !PaymentMethod.literals.some((method) => flags[method] === true)
  const methods = forEachMethod((method) => flags[method] ?? absent)
  return PaymentMethod.literals.some((method) => methods[method])
    ? Result.succeed(LinkMethods.make(methods))
    : Result.fail(new NoMethodAccepted({}))
}
