/** Operations on single payment links, shared by the public API and the back office. */
import {
  type CreatePaymentLinkOutcome,
  createPaymentLink,
  findPaymentLink,
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
  pageOf,
  paymentLinkBody,
  paymentLinkChangeBody,
  paymentLinkView,
} from "@vintem/contract"
import type { LinkSlug } from "@vintem/domain/identifiers"
import { PaymentLinkRepository, perPage, type StoredAnswer } from "@vintem/domain/ports"
import { Effect } from "effect"
import { answerText, faulty, invalidText, json } from "../edge/body/answers.ts"
import { operation } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import type { FindCaller } from "./company-caller.ts"
import { orNotFound } from "./not-found.ts"

interface OfLink {
  readonly slug: string
}

export const listLinks = <E, R>(caller: FindCaller<E, R>, query: PageQuery) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { list } = yield* PaymentLinkRepository
    const { base } = yield* PublicUrl
    const page = pageOf(query)
    return yield* listPage(page, yield* list(company.id, { page, size: perPage }), (link) =>
      paymentLinkView(link, base),
    )
  }).pipe(orServerError)

export const getLink = <E, R>(caller: FindCaller<E, R>, params: OfLink) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { base } = yield* PublicUrl
    const link = yield* findPaymentLink(company.id, yield* slugOf(params))
    return { data: paymentLinkView(link, base) }
  }).pipe(orNotFound, orServerError)

const slugOf = (params: OfLink): Effect.Effect<LinkSlug, NotFound> =>
  Effect.mapError(Effect.fromOption(linkSlugFromPath(params.slug)), () => new NotFound())

export const createLink = <E, R>(caller: FindCaller<E, R>) =>
  operation(
    { body: paymentLinkBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company, keyScope } = yield* caller
      const { base } = yield* PublicUrl
      return yield* createPaymentLink({
        company: company.id,
        terms: input,
        keyed: keyed(keyScope),
        encode: (outcome) => creation(outcome, base),
      })
    }),
  )

const creation = (outcome: CreatePaymentLinkOutcome, base: string): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(201, { data: paymentLinkView(outcome.link, base) })
    : invalidText(linkTermsRefused(outcome.reasons))

export const updateLink = <E, R>(caller: FindCaller<E, R>, params: OfLink) =>
  operation(
    { body: paymentLinkChangeBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { company } = yield* caller
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

export const removeLink = <E, R>(caller: FindCaller<E, R>, params: OfLink) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const outcome = yield* removePaymentLink(company.id, yield* slugOf(params))
    return outcome._tag === "Removed"
      ? json(200, done("The payment link was deleted."))
      : faulty(linkRefused(outcome.refusal))
  }).pipe(orNotFound, orServerError)
