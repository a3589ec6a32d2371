/**
 * Payment links, one by one: for the public API, and for the back office.
 */
import {
  type CreatePaymentLinkOutcome,
  createPaymentLink,
  findPaymentLink,
  type NoSuchLink,
  removePaymentLink,
  updatePaymentLink,
} from "@vintem/application"
import {
  done,
  linkRefused,
  linkSlugFromPath,
  linkTermsRefused,
  NotFound,
  type PageQuery,
  PublicApi,
  pageOf,
  paymentLinkBody,
  paymentLinkChangeBody,
  paymentLinkView,
} from "@vintem/contract"
import type { LinkSlug } from "@vintem/domain/identifiers"
import { PaymentLinkRepository, perPage, type StoredAnswer } from "@vintem/domain/ports"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, faulty, invalidText, json } from "../edge/answers.ts"
import { type Asker, integrator } from "../edge/asking.ts"
import { listPage } from "../edge/list-page.ts"
import { PublicUrl } from "../edge/public-url.ts"
import { operation } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"

export const paymentLinks = HttpApiBuilder.group(PublicApi, "paymentLinks", (handlers) =>
  handlers
    .handleRaw("create", () => create, { uninterruptible: true })
    .handle("list", ({ query }) => listLinks(integrator, query))
    .handle("get", ({ params }) => getLink(integrator, params))
    .handleRaw("update", ({ params }) => updateLink(integrator, params), { uninterruptible: true })
    .handleRaw("remove", ({ params }) => removeLink(integrator, params), { uninterruptible: true }),
)

interface OfLink {
  readonly slug: string
}

export const listLinks = <E, R>(asker: Asker<E, R>, query: PageQuery) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { list } = yield* PaymentLinkRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    return yield* listPage(page, yield* list(company.id, { page, size: perPage }), (link) =>
      paymentLinkView(link, base),
    )
  }).pipe(orServerError)

export const getLink = <E, R>(asker: Asker<E, R>, params: OfLink) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const { base } = yield* PublicUrl
    const link = yield* findPaymentLink(company.id, yield* slugOf(params))
    return { data: paymentLinkView(link, base) }
  }).pipe(orNotFound, orServerError)

const slugOf = (params: OfLink): Effect.Effect<LinkSlug, NotFound> =>
  Effect.mapError(Effect.fromOption(linkSlugFromPath(params.slug)), () => new NotFound())

const orNotFound = <A, E, R>(self: Effect.Effect<A, E | NoSuchLink, R>) =>
  Effect.catchIf(
    self,
    (error): error is NoSuchLink => Predicate.isTagged(error, "NoSuchLink"),
    () => Effect.fail(new NotFound()),
  )

export const createLink = <E, R>(asker: Asker<E, R>) =>
  operation(
    { body: paymentLinkBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company, keyScope } = yield* asker
      const { base } = yield* PublicUrl
      return yield* createPaymentLink({
        company: company.id,
        terms: input,
        keyed: keyed(keyScope),
        encode: (outcome) => creation(outcome, base),
      })
    }),
  )

const create = createLink(integrator)

const creation = (outcome: CreatePaymentLinkOutcome, base: string): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(201, { data: paymentLinkView(outcome.link, base) })
    : invalidText(linkTermsRefused(outcome.reasons))

export const updateLink = <E, R>(asker: Asker<E, R>, params: OfLink) =>
  operation(
    { body: paymentLinkChangeBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { company } = yield* asker
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

export const removeLink = <E, R>(asker: Asker<E, R>, params: OfLink) =>
  Effect.gen(function* () {
    const { company } = yield* asker
    const outcome = yield* removePaymentLink(company.id, yield* slugOf(params))
    return outcome._tag === "Removed"
      ? json(200, done("The payment link was deleted."))
      : faulty(linkRefused(outcome.refusal))
  }).pipe(orNotFound, orServerError)
