/**
 * The payer's side: payment links.
 */
import {
  type LinkOfCompany,
  linkForPayer,
  linkOffer,
  type OrderByLinkRefusal,
  orderByLink,
  type PlaceOrderOutcome,
} from "@vintem/application"
import {
  cardStopped,
  customerMissing,
  installmentRefused,
  type LinkContactInput,
  type LinkPaymentInput,
  linkClosed,
  linkContactAnswer,
  linkContactBody,
  linkNotPaid,
  linkPaymentBody,
  linkSlugFromPath,
  type Needed,
  NotFound,
  neededFields,
  PayerApi,
  payerAnswer,
  payerLinkView,
  priceRefused,
  type Reader,
  type Today,
  underModeration,
} from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import type { Order } from "@vintem/domain/order"
import type { StoredAnswer } from "@vintem/domain/ports"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, invalidText } from "../edge/body/answers.ts"
import type { PaymentRead } from "../edge/body/fingerprinted-body.ts"
import { linkScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { type Arrived, judged, operationOnArrival } from "../edge/received-request.ts"
import { visitorOf } from "../edge/request/client-address-of.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"

export const payerLinks = HttpApiBuilder.group(PayerApi, "links", (handlers) =>
  handlers
    .handle("get", ({ params }) => Effect.map(offeredLink(params.slug), (offer) => ({ data: payerLinkView(offer) })))
    .handleRaw("checkout", ({ params }) => asJson(leaveContact(params.slug)), uninterruptible)
    .handleRaw("pay", ({ params }) => asJson(payLink(params.slug)), uninterruptible),
)

/** Reads the request as JSON, and answers in JSON. */
const asJson = (work: ReturnType<typeof payLink>) =>
  operationOnArrival(work).pipe(Effect.catchTag("NoSuchLink", () => Effect.fail(new NotFound())))

/** A link in its current state. A removed link is gone. */
export const offeredLink = Effect.fnUntraced(function* (slug: string) {
  const found = yield* linkIn(slug)
  if (found.link.removedAt !== null) return yield* new NotFound()
  return linkOffer(found, instant(yield* Clock.currentTimeMillis))
}, orServerError)

/** Answers 404 if the text cannot be a slug. */
const linkIn = Effect.fnUntraced(
  function* (text: string) {
    const slug = linkSlugFromPath(text)
    return yield* Option.isSome(slug) ? linkForPayer(slug.value) : Effect.fail(new NotFound())
  },
  Effect.catchTag("NoSuchLink", () => Effect.fail(new NotFound())),
)

const leaveContact = (slug: string) =>
  placing(slug, {
    body: linkContactBody,
    asked: (contact: LinkContactInput) => ({ ...contact, payment: null, total: null }),
    paymentRead: () => undefined,
    answer: (order) => answerText(201, linkContactAnswer(order)),
  })

/** Places an order and pays it. A script or a page's form may send it. */
export const payLink = (slug: string) =>
  placing(slug, {
    body: linkPaymentBody,
    asked: (input: LinkPaymentInput) => input,
    paymentRead: (input) => input,
    answer: (order, base) => answerText(200, payerAnswer(order, base)),
  })

interface Operation<A> {
  readonly body: { readonly read: Reader<A, Today & Needed> }
  readonly asked: (input: A) => Pick<Parameters<typeof orderByLink>[0], "customer" | "address" | "payment" | "total">
  readonly paymentRead: (input: A) => PaymentRead | undefined
  readonly answer: (order: Order, base: string) => StoredAnswer
}

/** Reads the body, and places the order. */
const placing =
  <A>(slug: string, { body, asked, paymentRead, answer }: Operation<A>) =>
  (arrived: Arrived) =>
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const { link, company }: LinkOfCompany = yield* linkIn(slug)
      const needed = neededFields(link.terms.customer)
      const read = yield* judged(
        { body: { read: (input, at, faults, { today }) => body.read(input, at, faults, { today, needed }) } },
        arrived,
      )
      if (Result.isFailure(read)) {
        // A removed link answers that it is gone, even if the body is invalid.
        return {
          answer: link.removedAt === null ? invalidText(read.failure) : errorText(new NotFound()),
          isReplayed: false,
        }
      }
      const { input, keyed } = read.success
      const { slug: ofLink } = link.details
      return yield* orderByLink({
        company,
        slug: ofLink,
        ...asked(input),
        visitor: yield* visitorOf,
        keyed: keyed(linkScope(company.id, ofLink), paymentRead(input)),
        encode: (outcome) => encoded(outcome, (order) => answer(order, base)),
      })
    })

const encoded = (
  outcome: PlaceOrderOutcome<OrderByLinkRefusal>,
  answer: (order: Order) => StoredAnswer,
): StoredAnswer => {
  switch (outcome._tag) {
    case "Placed":
      return answer(outcome.order)
    case "UnderModeration":
      return errorText(underModeration())
    case "Refused":
      return refused(outcome.refusal)
  }
}

const refused = (refusal: OrderByLinkRefusal): StoredAnswer => {
  switch (refusal._tag) {
    case "LinkClosed":
      return refusal.status === "removed" ? errorText(new NotFound()) : invalidText(linkClosed(refusal.status))
    case "CustomerMissing":
      return invalidText(customerMissing(refusal.fields))
    case "PriceRefused":
      return invalidText(priceRefused(refusal))
    case "InstallmentTooSmall":
      return invalidText(installmentRefused(refusal))
    case "LinkRefused":
      return invalidText(linkNotPaid(refusal.refusal))
    case "CardStopped":
      return invalidText(cardStopped(refusal.stop))
  }
}
