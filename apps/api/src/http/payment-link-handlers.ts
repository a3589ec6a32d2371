/**
 * The public API: payment links, one by one.
 */
import {
  createPaymentLink,
  findPaymentLink,
  type NoSuchLink,
  type PaymentLinkCreation,
  removePaymentLink,
  updatePaymentLink,
} from "@vintem/application"
import {
  Caller,
  decodePaymentLink,
  decodePaymentLinkChange,
  done,
  invalid,
  invalidFields,
  linkRefused,
  linkSlugFromPath,
  linkTermsRefused,
  NotFound,
  PublicApi,
  pageOf,
  paymentLinkView,
} from "@vintem/contract"
import { type LinkSlug, PaymentLinkRepository, perPage, type StoredAnswer } from "@vintem/domain"
import { Effect, Predicate, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, errorText, failed, json } from "./answers.ts"
import { jsonBody } from "./json-body.ts"
import { answered, companyScope, faultsOf, keyedRequest, keyOf, keyRefusals } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { orServerError } from "./server-error.ts"

export const paymentLinks = HttpApiBuilder.group(PublicApi, "paymentLinks", (handlers) =>
  handlers
    .handleRaw("create", () => create, { uninterruptible: true })
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { list } = yield* PaymentLinkRepository
        const { base } = yield* PublicUrl
        const page = pageOf(query)
        return yield* listPage(page, yield* list(company.id, { page, size: perPage }), (link) =>
          paymentLinkView(link, base),
        )
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { base } = yield* PublicUrl
        const link = yield* findPaymentLink(company.id, yield* slugOf(params))
        return { data: paymentLinkView(link, base) }
      }).pipe(orNotFound, orServerError),
    )
    .handleRaw("update", ({ params }) => update(params), { uninterruptible: true })
    .handleRaw("remove", ({ params }) => remove(params), { uninterruptible: true }),
)

const slugOf = (params: { readonly slug: string }): Effect.Effect<LinkSlug, NotFound> =>
  Effect.mapError(Effect.fromOption(linkSlugFromPath(params.slug)), () => new NotFound())

const orNotFound = <A, E, R>(self: Effect.Effect<A, E | NoSuchLink, R>) =>
  Effect.catchIf(
    self,
    (error): error is NoSuchLink => Predicate.isTagged(error, "NoSuchLink"),
    () => Effect.fail(new NotFound()),
  )

const create = Effect.gen(function* () {
  const { company } = yield* Caller
  const { base } = yield* PublicUrl
  const body = yield* jsonBody
  const terms = decodePaymentLink(body)
  const key = yield* keyOf
  if (Result.isFailure(terms) || Result.isFailure(key)) {
    return failed(invalid(invalidFields(faultsOf(terms, key))))
  }
  const answer = yield* createPaymentLink({
    company: company.id,
    terms: terms.success,
    keyed: yield* keyedRequest(companyScope(company.id), key.success, body),
    encode: (outcome) => creation(outcome, base),
  })
  return answered(answer)
}).pipe(Effect.catchTags(keyRefusals), orServerError)

const creation = (outcome: PaymentLinkCreation, base: string): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(201, { data: paymentLinkView(outcome.link, base) })
    : errorText(invalid(linkTermsRefused(outcome.reasons)))

const update = Effect.fnUntraced(
  function* (params: { readonly slug: string }) {
    const { company } = yield* Caller
    const { base } = yield* PublicUrl
    const change = decodePaymentLinkChange(yield* jsonBody)
    if (Result.isFailure(change)) return failed(invalid(change.failure))
    const slug = yield* slugOf(params)
    const outcome = yield* updatePaymentLink({ company: company.id, slug, change: change.success })
    switch (outcome._tag) {
      case "Updated":
        return json(200, { data: paymentLinkView(outcome.link, base) })
      case "Faulty":
        return failed(invalid(outcome.fault))
      case "TermsRefused":
        return failed(invalid(linkTermsRefused(outcome.reasons)))
      case "Refused":
        return failed(invalid(linkRefused(outcome.refusal)))
    }
  },
  orNotFound,
  orServerError,
)

const remove = Effect.fnUntraced(
  function* (params: { readonly slug: string }) {
    const { company } = yield* Caller
    const outcome = yield* removePaymentLink(company.id, yield* slugOf(params))
    return outcome._tag === "Removed"
      ? json(200, done("The payment link was deleted."))
      : failed(invalid(linkRefused(outcome.refusal)))
  },
  orNotFound,
  orServerError,
)
