/**
 * A payment by the form of a page, where no script is running.
 */
import type { Answered } from "@vintem/application"
import { decodeIdempotencyKey, type Fault, NotFound, type ServerError, SingleOrderResponse } from "@vintem/contract"
import { bodyOf, type Entry, faultsIn, noticePage, type Page, brazilianPortuguese as words } from "@vintem/pay"
import { Effect, Option, Schema } from "effect"
import type { payLink } from "../payer-link-handlers.ts"
import type { payOrderByKey } from "../payer-order-handlers.ts"
import type { PayerRequest } from "../payer-request.ts"
import { orServerError } from "../server-error.ts"
import { formFields } from "./form-fields.ts"

/** What keeps an order from being paid that is no answer yet. */
type PaymentFailure = FailureOf<typeof payLink> | FailureOf<typeof payOrderByKey>
type FailureOf<Pay extends (of: string) => (request: PayerRequest) => Effect.Effect<Answered, unknown, unknown>> =
  Effect.Error<ReturnType<ReturnType<Pay>>>

/** The order that a form has placed or paid, by its public key. */
export interface Paid {
  readonly paid: string
}

/**
 * Pays as the form says; the browser is then sent to the page of the order, so that to load it again pays nothing. What is refused comes
 * back as the form, with what was filled in and what is wrong. A browser that hangs up changes nothing.
 */
export const paying = <R, R2>(
  pay: (request: PayerRequest) => Effect.Effect<Answered, PaymentFailure, R>,
  again: (entry: Entry) => Effect.Effect<Page, NotFound | ServerError, R2>,
) =>
  Effect.gen(function* () {
    const { key = null, ...values } = yield* formFields
    return yield* pay({ body: bodyOf(values), key: decodeIdempotencyKey(key) }).pipe(
      Effect.flatMap(({ answer }) => {
        const body = Option.getOrUndefined(jsonIn(answer.body))
        const placed = placedOrder(body)
        if (Option.isSome(placed)) return Effect.succeed<Page | Paid>({ paid: placed.value.data.public_key })
        if (answer.status === 404) return Effect.fail(new NotFound())
        const faults = faultsIn(body)
        return again({ values, faults: faults.length === 0 ? [somethingElse] : faults })
      }),
      Effect.catchTags({
        NoSuchLink: () => Effect.fail(new NotFound()),
        NoSuchPublicKey: () => Effect.fail(new NotFound()),
        KeyInUse: () => Effect.succeed(noticePage(409, words.cannotBePaid.payment_under_way)),
        // The form was sent before, with something else in it: it comes back under another key.
        KeyMismatched: () => again({ values, faults: [somethingElse] }),
      }),
    )
  }).pipe(Effect.uninterruptible, orServerError)

const jsonIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const placedOrder = Schema.decodeUnknownOption(SingleOrderResponse)

/** Belongs to no box of the form. */
const somethingElse: Fault = { path: "", message: "" }
