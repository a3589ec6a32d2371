/**
 * The public API: payment links in bulk.
 */
import {
  addCustomers,
  type BatchChanging,
  type BatchCreation,
  cancelBatch,
  createBatch,
  findBatch,
  type NoSuchBatch,
} from "@vintem/application"
import {
  batchExpired,
  batchRefused,
  batchTokenFromPath,
  bulkCustomersBody,
  bulkProgressView,
  bulkView,
  bulkWithLinksView,
  Caller,
  done,
  type InvalidFields,
  linkTermsRefused,
  NotFound,
  PublicApi,
  pageOf,
  paymentLinkBulkBody,
} from "@vintem/contract"
import {
  type Batch,
  BatchRepository,
  type BatchToken,
  type CompanyId,
  type FailedEntry,
  type PaymentLink,
  PaymentLinkRepository,
  perPage,
  type StoredAnswer,
} from "@vintem/domain"
import { Effect, Predicate } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, invalidText } from "./answers.ts"
import { companyScope } from "./keyed.ts"
import { listPage } from "./list-page.ts"
import { PublicUrl } from "./public-url.ts"
import { operation, operationWithoutBody } from "./received-request.ts"
import { orServerError } from "./server-error.ts"

/** How many links, or failures, are read at once. */
const windowSize = 200

export const paymentLinkBulk = HttpApiBuilder.group(PublicApi, "paymentLinkBulk", (handlers) =>
  handlers
    .handleRaw("create", () => create, { uninterruptible: true })
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { list } = yield* BatchRepository
        const page = pageOf(query)
        return yield* listPage(page, yield* list(company.id, { page, size: perPage }), bulkView)
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        const { base } = yield* PublicUrl
        const batch = yield* findBatch(company.id, yield* tokenOf(params))
        return {
          data: bulkWithLinksView(batch, yield* linksOf(company.id, batch), yield* failuresOf(batch), base),
        }
      }).pipe(orNotFound, orServerError),
    )
    .handle("status", ({ params }) =>
      Effect.gen(function* () {
        const { company } = yield* Caller
        return { data: bulkProgressView(yield* findBatch(company.id, yield* tokenOf(params))) }
      }).pipe(orNotFound, orServerError),
    )
    .handleRaw("addCustomers", ({ params }) => add(params), { uninterruptible: true })
    .handleRaw("cancel", ({ params }) => cancel(params), { uninterruptible: true }),
)

const tokenOf = (params: { readonly token: string }): Effect.Effect<BatchToken, NotFound> =>
  Effect.mapError(Effect.fromOption(batchTokenFromPath(params.token)), () => new NotFound())

const orNotFound = <A, E, R>(self: Effect.Effect<A, E | NoSuchBatch, R>) =>
  Effect.catchIf(
    self,
    (error): error is NoSuchBatch => Predicate.isTagged(error, "NoSuchBatch"),
    () => Effect.fail(new NotFound()),
  )

const create = operation(
  { body: paymentLinkBulkBody },
  Effect.fnUntraced(function* ({ input, keyed }) {
    const { company } = yield* Caller
    const scope = companyScope(company.id)
    return yield* createBatch({ company: company.id, ...input, keyed: keyed(scope), encode: creation })
  }),
)

const creation = (outcome: BatchCreation): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(202, { data: bulkView(outcome.batch) })
    : invalidText(linkTermsRefused(outcome.reasons))

const add = (params: { readonly token: string }) =>
  operation(
    { body: bulkCustomersBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company } = yield* Caller
      return yield* addCustomers({
        company: company.id,
        token: yield* tokenOf(params),
        keyed: keyed(companyScope(company.id)),
        entries: input,
        encode: (outcome) => changing(outcome, (batch) => answerText(202, { data: bulkView(batch) })),
      })
    }),
  ).pipe(orNotFound)

const cancel = (params: { readonly token: string }) =>
  operationWithoutBody(
    Effect.fnUntraced(function* ({ keyed }) {
      const { company } = yield* Caller
      return yield* cancelBatch({
        company: company.id,
        token: yield* tokenOf(params),
        keyed: keyed(companyScope(company.id)),
        encode: (outcome) => changing(outcome, () => answerText(200, done("The batch was canceled."))),
      })
    }),
  ).pipe(orNotFound)

const changing = (outcome: BatchChanging<InvalidFields>, changed: (batch: Batch) => StoredAnswer): StoredAnswer => {
  switch (outcome._tag) {
    case "Changed":
      return changed(outcome.batch)
    case "Faulty":
      return invalidText(outcome.fault)
    case "ExpiryPassed":
      return invalidText(batchExpired(outcome.expiredAt))
    case "Refused":
      return invalidText(batchRefused(outcome.refusal))
  }
}

/** All links of a batch, some at a time: a batch that grew again and again may have many. */
const linksOf = Effect.fnUntraced(function* (company: CompanyId, { details: { token } }: Batch) {
  const { ofBatch } = yield* PaymentLinkRepository
  const links: Array<PaymentLink> = []
  while (true) {
    const after = links.at(-1)?.details.batch?.position ?? 0
    const window = yield* ofBatch(company, token, { after, limit: windowSize })
    links.push(...window)
    if (window.length < windowSize) return links
  }
})

const failuresOf = Effect.fnUntraced(function* ({ details: { token } }: Batch) {
  const { failures } = yield* BatchRepository
  const found: Array<FailedEntry> = []
  while (true) {
    const window = yield* failures(token, { after: found.at(-1)?.position ?? 0, limit: windowSize })
    found.push(...window)
    if (window.length < windowSize) return found
  }
})
