/** Operations on payment links in bulk, shared by the public API and the back office. */
import {
  addCustomers,
  type ChangeBatchOutcome,
  type CreateBatchOutcome,
  cancelBatch,
  createBatch,
  findBatch,
} from "@vintem/application"
import {
  batchExpired,
  batchRefused,
  batchTokenFromPath,
  bulkCustomersBody,
  bulkProgressView,
  bulkView,
  bulkWithLinksView,
  done,
  type InvalidFields,
  linkTermsRefused,
  NotFound,
  type PageQuery,
  pageOf,
  paymentLinkBulkBody,
} from "@vintem/contract"
import type { Batch } from "@vintem/domain/batch"
import type { BatchToken, CompanyId } from "@vintem/domain/identifiers"
import type { PaymentLink } from "@vintem/domain/payment-link"
import {
  BatchRepository,
  type FailedEntry,
  PaymentLinkRepository,
  perPage,
  type StoredAnswer,
} from "@vintem/domain/ports"
import { Effect } from "effect"
import { answerText, invalidText } from "../edge/body/answers.ts"
import { operation, operationWithoutBody } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { PublicUrl } from "../edge/request/public-url.ts"
import { orServerError } from "../edge/server-error.ts"
import type { FindCaller } from "./company-caller.ts"
import { orNotFound } from "./not-found.ts"

/** How many links, or failures, are read at once. */
const windowSize = 200

interface OfBatch {
  readonly token: string
}

export const listBatches = <E, R>(caller: FindCaller<E, R>, query: PageQuery) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { list } = yield* BatchRepository
    const page = pageOf(query)
    return yield* listPage(page, yield* list(company.id, { page, size: perPage }), bulkView)
  }).pipe(orServerError)

export const getBatch = <E, R>(caller: FindCaller<E, R>, params: OfBatch) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    const { base } = yield* PublicUrl
    const batch = yield* findBatch(company.id, yield* tokenOf(params))
    return {
      data: bulkWithLinksView(batch, yield* linksOf(company.id, batch), yield* failuresOf(batch), base),
    }
  }).pipe(orNotFound, orServerError)

export const progressOfBatch = <E, R>(caller: FindCaller<E, R>, params: OfBatch) =>
  Effect.gen(function* () {
    const { company } = yield* caller
    return { data: bulkProgressView(yield* findBatch(company.id, yield* tokenOf(params))) }
  }).pipe(orNotFound, orServerError)

const tokenOf = (params: OfBatch): Effect.Effect<BatchToken, NotFound> =>
  Effect.mapError(Effect.fromOption(batchTokenFromPath(params.token)), () => new NotFound())

export const createBatchOf = <E, R>(caller: FindCaller<E, R>) =>
  operation(
    { body: paymentLinkBulkBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company, keyScope } = yield* caller
      return yield* createBatch({ company: company.id, ...input, keyed: keyed(keyScope), encode: creation })
    }),
  )

const creation = (outcome: CreateBatchOutcome): StoredAnswer =>
  outcome._tag === "Created"
    ? answerText(202, { data: bulkView(outcome.batch) })
    : invalidText(linkTermsRefused(outcome.reasons))

export const addToBatch = <E, R>(caller: FindCaller<E, R>, params: OfBatch) =>
  operation(
    { body: bulkCustomersBody },
    Effect.fnUntraced(function* ({ input, keyed }) {
      const { company, keyScope } = yield* caller
      return yield* addCustomers({
        company: company.id,
        token: yield* tokenOf(params),
        keyed: keyed(keyScope),
        entries: input,
        encode: (outcome) => changing(outcome, (batch) => answerText(202, { data: bulkView(batch) })),
      })
    }),
  ).pipe(orNotFound)

export const cancelOneBatch = <E, R>(caller: FindCaller<E, R>, params: OfBatch) =>
  operationWithoutBody(
    Effect.fnUntraced(function* ({ keyed }) {
      const { company, keyScope } = yield* caller
      return yield* cancelBatch({
        company: company.id,
        token: yield* tokenOf(params),
        keyed: keyed(keyScope),
        encode: (outcome) => changing(outcome, () => answerText(200, done("The batch was canceled."))),
      })
    }),
  ).pipe(orNotFound)

const changing = (
  outcome: ChangeBatchOutcome<InvalidFields>,
  changed: (batch: Batch) => StoredAnswer,
): StoredAnswer => {
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

/** All links of a batch, read in portions: a batch that grew again and again may have many. */
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

const failuresOf = Effect.fnUntraced(function* ({ details: { company, token } }: Batch) {
  const { failures } = yield* BatchRepository
  const found: Array<FailedEntry> = []
  while (true) {
    const window = yield* failures(company, token, { after: found.at(-1)?.position ?? 0, limit: windowSize })
    found.push(...window)
    if (window.length < windowSize) return found
  }
})
