/**
 * A payment by the form of a page, if no script is running.
 */
import {
  idempotencyKeyReused,
  NotFound,
  type ServerError,
  SingleOrderResponse,
  type TooManyRequests,
} from "@vintem/contract"
import { bodyOf, type Entry, faultsIn, nothingEntered, noticePage, type PayerFault, shownTotal } from "@vintem/pay"
import { Effect, Option, Schema } from "effect"
import type { AnswerToSend } from "../../edge/keys/keyed.ts"
import { type Arrived, arrivedByForm } from "../../edge/received-request.ts"
import { orServerError } from "../../edge/server-error.ts"
import type { payLink } from "../link-handlers.ts"
import type { payOrderByKey } from "../order-handlers.ts"
import { correctedAddress, withoutUnseenAddress } from "./form-address.ts"
import { formFields } from "./form-fields.ts"
import type { ShownPage } from "./shown-page.ts"

/** Failures of a payment that do not have an answer yet. */
type PaymentFailure = FailureOf<typeof payLink> | FailureOf<typeof payOrderByKey>
type FailureOf<Pay extends (of: string) => (arrived: Arrived) => Effect.Effect<AnswerToSend, unknown, unknown>> =
  Effect.Error<ReturnType<ReturnType<Pay>>>

/** The order that a form has placed or paid, by its public key. */
export interface Paid {
  readonly paid: string
}

interface Paying<R, R2> {
  readonly pay: (arrived: Arrived) => Effect.Effect<AnswerToSend, PaymentFailure, R>
  /** The page with its form again. */
  readonly again: (entry: Entry) => Effect.Effect<ShownPage, NotFound | ServerError | TooManyRequests, R2>
}

/**
 * Pays by the form and redirects to the order's page, so that reloading pays nothing. A refusal shows the form again,
 * with its values and faults; so does a form that showed another price than the current one. A disconnected browser
 * does not stop the payment.
 */
export const paying = <R, R2>({ again, pay }: Paying<R, R2>) =>
  Effect.gen(function* () {
    const { key = null, ...values } = yield* formFields
    const corrected = yield* correctedAddress(values)
    if (corrected !== null) return yield* again(corrected)
    return yield* pay(yield* arrivedByForm(requestOf(values), key)).pipe(
      Effect.flatMap(({ answer }) => {
        const body = Option.getOrUndefined(jsonIn(answer.body))
        const placed = placedOrder(body)
        if (Option.isSome(placed)) return Effect.succeed<ShownPage | Paid>({ paid: placed.value.data.public_key })
        if (answer.status === 404) return Effect.fail(new NotFound())
        const faults = faultsIn(body)
        return again({ values, faults: faults.length === 0 ? [somethingElse] : faults })
      }),
      Effect.catchTags({
        NoSuchLink: () => Effect.fail(new NotFound()),
        NoSuchPublicKey: () => Effect.fail(new NotFound()),
        KeyInUse: () =>
          Effect.map(again(nothingEntered), (shown) => ({
            ...shown,
            page: noticePage(409, shown.words.cannotBePaid.payment_under_way),
          })),
        // The form comes back with a new key.
        KeyMismatched: () => again({ values, faults: idempotencyKeyReused().faults }),
      }),
    )
  }).pipe(Effect.uninterruptible, orServerError)

/** A form always sends the price it showed: if it sends none, it showed none. */
const requestOf = (values: Readonly<Record<string, string>>) => {
  const { shown: _shown, ...body } = bodyOf(withoutUnseenAddress(values))
  return { ...body, total: values[shownTotal(values["payment.method"] ?? "")] ?? nothingShown }
}

/** Reais. Every payment is higher. */
const nothingShown = "0"

const jsonIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const placedOrder = Schema.decodeUnknownOption(SingleOrderResponse)

/** The fault of no field. */
const somethingElse: PayerFault = { path: "", reason: null }
