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
  done,
  linkRefused,
  linkSlugFromPath,
  linkTermsRefused,
  NotFound,
  PublicApi,
  pageOf,
  paymentLinkBody,
  paymentLinkChangeBody,
  paymentLinkView,
} from "@vintem/contract"
import { type LinkSlug, PaymentLinkRepository, perPage, type StoredAnswer } from "@vintem/domain"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, faulty, invalidText, json } from "./answers.ts"
import { companyScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { operation } from "./received-request.ts"
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

const create = operation(
  { body: paymentLinkBody },
  Effect.fnUntraced(function* ({ input, keyed }) {
    const { company } = yield* Caller
    const { base } = yield* PublicUrl
    return yield* createPaymentLink({
      company: company.id,
      terms: input,
      keyed: keyed(companyScope(company.id)),
      encode: (outcome) => creation(outcome, base),
    })
  }),
)

const creation = (outcome: PaymentLinkCreation, base: string): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(201, { data: paymentLinkView(outcome.link, base) })
    : invalidText(linkTermsRefused(outcome.reasons))

const update = (params: { readonly slug: string }) =>
  operation(
    { body: paymentLinkChangeBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { company } = yield* Caller
      const { base } = yield* PublicUrl
      const slug = yield* slugOf(params)
      const outcome = yield* updatePaymentLink({ company: company.id, slug, change: input })
      switch (outcome._tag) {
        case "Updated":
          return json(200, { data: paymentLinkView(outcome.link, base) })
        case "Faulty":
          return faulty(outcome.fault)
        case "TermsRefused":
          return faulty(linkTermsRefused(outcome.reasons))
        case "Refused":
          return faulty(linkRefused(outcome.refusal))
      }
    }),
  ).pipe(orNotFound)

const remove = Effect.fnUntraced(
  function* (params: { readonly slug: string }) {
    const { company } = yield* Caller
    const outcome = yield* removePaymentLink(company.id, yield* slugOf(params))
    return outcome._tag === "Removed"
      ? json(200, done("The payment link was deleted."))
      : faulty(linkRefused(outcome.refusal))
  },
  orNotFound,
  orServerError,
)
