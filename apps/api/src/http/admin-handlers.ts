/**
 * The administration API: companies, their keys, their customers.
 */
import { changeCompany, createApiKey, once } from "@vintem/application"
import {
  AdminApi,
  apiKeyBody,
  apiKeyIdFromPath,
  apiKeyView,
  companyBody,
  companyPatchBody,
  companyView,
  customerView,
  done,
  NotFound,
  newApiKeyView,
  pageOf,
  patchedCompany,
} from "@vintem/contract"
import {
  ApiKeyRepository,
  type Company,
  CompanyRepository,
  CustomerRepository,
  demoFeeSchedule,
  perPage,
  UnitOfWork,
  WebhookEndpointRepository,
} from "@vintem/domain"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, json } from "./answers.ts"
import { companyOf } from "./company-of.ts"
import { listPage } from "./list-page.ts"
import { operation } from "./received-request.ts"
import { orServerError } from "./server-error.ts"

export const companies = HttpApiBuilder.group(AdminApi, "companies", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { list } = yield* CompanyRepository
        const page = pageOf(query)
        const { items, total } = yield* list({ page, size: perPage })
        return yield* listPage(page, { items: yield* Effect.forEach(items, shownCompany), total }, (shown) => shown)
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      companyOf(params).pipe(
        Effect.flatMap(shownCompany),
        Effect.map((data) => ({ data })),
        orServerError,
      ),
    )
    .handleRaw("create", () => createCompany, { uninterruptible: true })
    .handleRaw("update", ({ params }) => updateCompany(params), { uninterruptible: true }),
)

export const apiKeys = HttpApiBuilder.group(AdminApi, "apiKeys", (handlers) =>
  handlers
    .handle("list", ({ params, query }) =>
      Effect.gen(function* () {
        const company = yield* companyOf(params)
        const { list } = yield* ApiKeyRepository
        const page = pageOf(query)
        return yield* listPage(page, yield* list(company.id, { page, size: perPage }), apiKeyView)
      }).pipe(orServerError),
    )
    .handle("revoke", ({ params }) =>
      Effect.gen(function* () {
        const company = yield* companyOf(params)
        const { revoke } = yield* ApiKeyRepository
        const id = apiKeyIdFromPath(params.id)
        const isRevoked = Option.isSome(id) && (yield* revoke(company.id, id.value))
        if (!isRevoked) return yield* new NotFound()
        return done("The API key was revoked.")
      }).pipe(orServerError),
    )
    .handleRaw("create", ({ params }) => createKey(params), { uninterruptible: true }),
)

export const customers = HttpApiBuilder.group(AdminApi, "customers", (handlers) =>
  handlers.handle("list", ({ params, query }) =>
    Effect.gen(function* () {
      const company = yield* companyOf(params)
      const { list } = yield* CustomerRepository
      const page = pageOf(query)
      return yield* listPage(page, yield* list(company.id, { page, size: perPage }), customerView)
    }).pipe(orServerError),
  ),
)

/** With where it is told of its orders. */
const shownCompany = Effect.fnUntraced(function* (company: Company) {
  const { find } = yield* WebhookEndpointRepository
  return companyView(company, Option.getOrNull(yield* find(company.id)))
})

const createCompany = operation(
  { body: companyBody },
  Effect.fnUntraced(function* ({ input, keyed, now }) {
    const { add } = yield* CompanyRepository
    const details = { ...input, underModeration: false, blockCloud: null, fees: demoFeeSchedule, createdAt: now }
    return yield* once(
      keyed("admin"),
      Effect.map(add(details), (company) => answerText(201, { data: companyView(company, null) })),
    )
  }),
)

/** Read and written in one unit: of two changes at once neither is lost. */
const updateCompany = (params: { readonly company: string }) =>
  operation(
    { body: companyPatchBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { commit } = yield* UnitOfWork
      const company = yield* commit(
        Effect.gen(function* () {
          const before = yield* companyOf(params)
          const patched = patchedCompany(before, input)
          yield* changeCompany(before, patched)
          return yield* shownCompany(patched)
        }),
      )
      return json(200, { data: company })
    }),
  )

/** An answer that shows a key is kept nowhere, so it is not kept under an idempotency key either. */
const createKey = (params: { readonly company: string }) =>
  operation(
    { body: apiKeyBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const company = yield* companyOf(params)
      const made = yield* createApiKey(company.id, input.name)
      if (Option.isNone(made)) return yield* new NotFound()
      return json(201, { data: newApiKeyView(made.value.stored, Redacted.value(made.value.key)) })
    }),
  )
