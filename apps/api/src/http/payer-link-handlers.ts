/**
 * The payer's side: payment links.
 */
import {
  type LinkOfCompany,
  linkForPayer,
  linkOffer,
  type OrderByLinkRefusal,
  orderByLink,
  type Placing,
} from "@vintem/application"
import {
  cardStopped,
  customerMissing,
  decodeLinkContact,
  decodeLinkPayment,
  type InvalidFields,
  invalid,
  invalidFields,
  type LinkContactInput,
  type LinkPaymentInput,
  linkClosed,
  linkContactAnswer,
  linkNotPaid,
  linkSlugFromPath,
  NotFound,
  neededFields,
  PayerApi,
  type PayerField,
  payerAnswer,
  payerLinkView,
  priceRefused,
  underModeration,
} from "@vintem/contract"
import { instant, type LocalDate, type Order, type StoredAnswer, saoPauloDate } from "@vintem/domain"
import { Clock, Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText } from "./answers.ts"
import { visitorOf } from "./client-address-of.ts"
import type { PaymentRead } from "./fingerprinted-body.ts"
import { answered, faultsOf, keyedRequest, keyRefusals, linkScope } from "./keyed.ts"
import { type PayerRequest, payerRequest } from "./payer-request.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

export const payerLinks = HttpApiBuilder.group(PayerApi, "links", (handlers) =>
  handlers
    .handle("get", ({ params }) => Effect.map(offeredLink(params.slug), (offer) => ({ data: payerLinkView(offer) })))
    .handleRaw("checkout", ({ params }) => asJson(leaveContact(params.slug)), { uninterruptible: true })
    .handleRaw("pay", ({ params }) => asJson(payLink(params.slug)), { uninterruptible: true }),
)

/** Reads the request as JSON, and answers so. */
const asJson = (work: ReturnType<typeof payLink>) =>
  Effect.flatMap(payerRequest, work).pipe(
    Effect.map(answered),
    Effect.catchTag("NoSuchLink", () => Effect.fail(new NotFound())),
    Effect.catchTags(keyRefusals),
    orServerError,
  )

/** A link as it is shown now; one that was removed is gone. */
export const offeredLink = Effect.fnUntraced(function* (slug: string) {
  const found = yield* linkIn(slug)
  if (found.link.removedAt !== null) return yield* new NotFound()
  return linkOffer(found, instant(yield* Clock.currentTimeMillis))
}, orServerError)

/** What could be no link is none. */
const linkIn = Effect.fnUntraced(
  function* (text: string) {
    const slug = linkSlugFromPath(text)
    return yield* Option.isSome(slug) ? linkForPayer(slug.value) : Effect.fail(new NotFound())
  },
  Effect.catchTag("NoSuchLink", () => Effect.fail(new NotFound())),
)

const leaveContact = (slug: string) =>
  placing(slug, {
    decode: decodeLinkContact,
    asked: (contact: LinkContactInput) => ({ ...contact, payment: null, total: null }),
    paymentRead: () => null,
    answer: (order) => answerText(201, linkContactAnswer(order)),
  })

/** An order and its payment, whoever sends them: a script, or the form of a page. */
export const payLink = (slug: string) =>
  placing(slug, {
    decode: decodeLinkPayment,
    asked: (input: LinkPaymentInput) => input,
    paymentRead: (input) => input,
    answer: (order, base) => answerText(200, payerAnswer(order, base)),
  })

interface Operation<A> {
  readonly decode: (
    body: unknown,
    needed: ReadonlyArray<PayerField>,
    today: LocalDate,
  ) => Result.Result<A, InvalidFields>
  readonly asked: (input: A) => Pick<Parameters<typeof orderByLink>[0], "customer" | "address" | "payment" | "total">
  readonly paymentRead: (input: A) => PaymentRead | null
  readonly answer: (order: Order, base: string) => StoredAnswer
}

/** Whoever hangs up changes nothing: the charge goes on, its outcome is kept, and asking again under the same key tells it. */
const placing =
  <A>(slug: string, { decode, asked, paymentRead, answer }: Operation<A>) =>
  ({ body, key }: PayerRequest) =>
    Effect.gen(function* () {
      const { base } = yield* PublicUrl
      const { link, company }: LinkOfCompany = yield* linkIn(slug)
      const today = saoPauloDate(instant(yield* Clock.currentTimeMillis))
      const input = decode(body, neededFields(link.terms.customer), today)
      if (Result.isFailure(input) || Result.isFailure(key)) {
        // A link that was removed is gone, whatever is wrong with the body.
        const error = link.removedAt === null ? invalid(invalidFields(faultsOf(input, key))) : new NotFound()
        return { answer: errorText(error), isReplayed: false }
      }
      const { slug: ofLink } = link.details
      return yield* orderByLink({
        company,
        slug: ofLink,
        ...asked(input.success),
        visitor: yield* visitorOf,
        keyed: yield* keyedRequest(linkScope(company.id, ofLink), key.success, body, paymentRead(input.success)),
        encode: (outcome) => encoded(outcome, (order) => answer(order, base)),
      })
    })

const encoded = (outcome: Placing<OrderByLinkRefusal>, answer: (order: Order) => StoredAnswer): StoredAnswer => {
  switch (outcome._tag) {
    case "Placed":
      return answer(outcome.order)
    case "UnderModeration":
      return errorText(underModeration())
    case "Refused":
      return errorText(refused(outcome.refusal))
  }
}

const refused = (refusal: OrderByLinkRefusal) => {
  switch (refusal._tag) {
    case "LinkClosed":
      return refusal.status === "removed" ? new NotFound() : invalid(linkClosed(refusal.status))
    case "CustomerMissing":
      return invalid(customerMissing(refusal.fields))
    case "PriceRefused":
      return invalid(priceRefused(refusal))
    case "LinkRefused":
      return invalid(linkNotPaid(refusal.refusal))
    case "CardStopped":
      return invalid(cardStopped(refusal.stop))
  }
}
