/**
 * The back office: companies, and their keys.
 */
import {
  type Actor,
  changeCompany,
  createApiKey,
  createCompany as createNewCompany,
  once,
  revokeApiKey,
} from "@vintem/application"
import {
  Acting,
  AdminOwn,
  apiKeyBody,
  apiKeyIdFromPath,
  apiKeyRefused,
  apiKeyView,
  BackOffice,
  type CompanyPatch,
  companyBody,
  companyPatchBody,
  companyView,
  done,
  NotFound,
  newApiKeyView,
  pageOf,
  patchedCompany,
} from "@vintem/contract"
import type { Company } from "@vintem/domain/company"
import { demoFeeSchedule } from "@vintem/domain/fees"
import {
  ApiKeyRepository,
  CompanyRepository,
  type KeyScope,
  perPage,
  UnitOfWork,
  WebhookEndpointRepository,
} from "@vintem/domain/ports"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { answerText, json } from "../edge/body/answers.ts"
import { platformScope } from "../edge/keys/keyed.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation, type Taking } from "../edge/received-request.ts"
import { listPage } from "../edge/request/list-page.ts"
import { orServerError } from "../edge/server-error.ts"
import { companyOf, type OfCompany } from "./company-of.ts"

export const companies = HttpApiBuilder.group(AdminOwn, "companies", (handlers) =>
  handlers
    .handle("list", ({ query }) =>
      Effect.gen(function* () {
        const { list } = yield* CompanyRepository
        const page = pageOf(query)
        const { entries, total } = yield* list({ page, size: perPage })
        return yield* listPage(page, { entries: yield* Effect.forEach(entries, shownCompany), total }, (shown) => shown)
      }).pipe(orServerError),
    )
    .handle("get", ({ params }) =>
      companyOf(params).pipe(
        Effect.flatMap(shownCompany),
        Effect.map((data) => ({ data })),
        orServerError,
      ),
    )
    .handleRaw("create", () => create, uninterruptible)
    .handleRaw("update", ({ params }) => updateCompany(params, companyPatchBody, shownCompany), uninterruptible),
)

export const apiKeys = HttpApiBuilder.group(BackOffice, "apiKeys", (handlers) =>
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
        const id = apiKeyIdFromPath(params.id)
        const isRevoked = Option.isSome(id) && (yield* revokeApiKey(company.id, id.value))
        if (!isRevoked) return yield* new NotFound()
        return done("The API key was revoked.")
      }).pipe(orServerError),
    )
    .handleRaw("create", ({ params }) => createKey(params), uninterruptible),
)

/** The company with its webhook's URL. */
const shownCompany = Effect.fnUntraced(function* (company: Company) {
  const { find } = yield* WebhookEndpointRepository
  return companyView(company, Option.getOrNull(yield* find(company.id)))
})

/**
 * @param keyScope - the scope of the request's idempotency key
 * @param view - shows the new company, which has no webhook yet
 */
export const createCompany = (keyScope: KeyScope, view: (company: Company) => unknown) =>
  operation(
    { body: companyBody },
    Effect.fnUntraced(function* ({ input, keyed, now }) {
      const details = { ...input, underModeration: false, blockCloud: null, fees: demoFeeSchedule, createdAt: now }
      return yield* once(
        { keyed: keyed(keyScope), encode: (company) => answerText(201, { data: view(company) }) },
        createNewCompany(details),
      )
    }),
  )

const create = createCompany(platformScope("admin"), (company) => companyView(company, null))

/**
 * Reads and writes in one unit, so that concurrent changes are not lost.
 *
 * @param body - the fields that the caller may change
 */
export const updateCompany = <E, R>(
  params: OfCompany,
  body: Taking<CompanyPatch>["body"],
  view: (company: Company) => Effect.Effect<unknown, E, R>,
) =>
  operation(
    { body, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { commit } = yield* UnitOfWork
      const data = yield* commit(
        Effect.gen(function* () {
          const before = yield* companyOf(params)
          const patched = patchedCompany(before, input)
          yield* changeCompany(before, patched)
          return yield* view(patched)
        }),
      )
      return json(200, { data })
    }),
  )

/** An answer that shows a key is not stored, so it is not stored under an idempotency key either. */
const createKey = (params: { readonly company: string }) =>
  operation(
    { body: apiKeyBody, isKeyed: false },
    Effect.fnUntraced(
      function* ({ input }) {
        const company = yield* companyOf(params)
        const { expires_at: expiresAt, name, scopes } = input
        const { user } = yield* Acting
        const actor: Actor = user === null ? { _tag: "System" } : { _tag: "User", user }
        const made = yield* createApiKey({ actor, company: company.id, name, scopes, expiresAt })
        if (Option.isNone(made)) return yield* new NotFound()
        return json(201, { data: newApiKeyView(made.value.stored, Redacted.value(made.value.key)) })
      },
      Effect.catchTag("ApiKeyRefused", (refused) => Effect.fail(apiKeyRefused(refused))),
    ),
  )
