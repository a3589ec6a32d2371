/**
 * API keys in SQL, as hashes.
 */
import {
  type ApiKey,
  ApiKeyHash,
  ApiKeyId,
  ApiKeyRepository,
  type CompanyId,
  type Instant,
  instant,
  type PageRequest,
} from "@vintem/domain"
import { Clock, Effect, Layer } from "effect"
import { type CompanyRow, companyFromRow, companyId } from "./company-row.ts"
import { Executor } from "./executor.ts"
import { readPage } from "./page.ts"
import { preparedQuery } from "./prepared-query.ts"

export const layer = Layer.effect(
  ApiKeyRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const keys = build.selectFrom("api_key").where("revoked_at", "is", null)

    /** Every request asks this, so that a revocation counts from its commit in every process. */
    const selectByHash = preparedQuery<{ hash: string }, CompanyRow & KeyColumns>((value) =>
      keys
        .innerJoin("company", "company.id", "api_key.company_id")
        .selectAll("company")
        .select([
          "api_key.id as key_id",
          "api_key.name as key_name",
          "api_key.last_digits as key_last_digits",
          "api_key.created_at as key_created_at",
        ])
        .where("api_key.hash", "=", value("hash")),
    )

    return ApiKeyRepository.of({
      add: (key) =>
        Effect.flatMap(
          executor.write(
            "apiKeys.add",
            build
              .insertInto("api_key")
              .values({
                company_id: key.company,
                name: key.name,
                hash: key.hash,
                last_digits: key.lastDigits,
                created_at: key.createdAt,
                revoked_at: null,
              })
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ ...key, id: ApiKeyId.make(row.id) }),
        ),
      authenticate: (hash) =>
        Effect.flatMap(executor.read("apiKeys.authenticate", selectByHash({ hash })), ([row]) =>
          row === undefined
            ? Effect.succeedNone
            : Effect.map(companyFromRow("apiKeys.authenticate", row), (company) =>
                Effect.succeedSome({ company, key: { ...keyOf(row), company: company.id, hash } }),
              ).pipe(Effect.flatten),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = keys.where("company_id", "=", company)
        return readPage(
          executor,
          "apiKeys.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) =>
            Effect.succeed<ApiKey>({
              id: ApiKeyId.make(row.id),
              company: companyId(row.company_id),
              name: row.name,
              hash: ApiKeyHash.make(row.hash),
              lastDigits: row.last_digits,
              createdAt: instant(row.created_at),
            }),
        )
      },
      revoke: Effect.fnUntraced(function* (company: CompanyId, id: ApiKeyId) {
        const revoked_at = yield* Clock.currentTimeMillis
        const { changes } = yield* executor.write(
          "apiKeys.revoke",
          build
            .updateTable("api_key")
            .set({ revoked_at })
            .where("id", "=", id)
            .where("company_id", "=", company)
            .where("revoked_at", "is", null)
            .compile(),
        )
        return changes === 1
      }),
    })
  }),
)

interface KeyColumns {
  readonly key_id: number
  readonly key_name: string
  readonly key_last_digits: string
  readonly key_created_at: number
}

const keyOf = (row: KeyColumns): { id: ApiKeyId; name: string; lastDigits: string; createdAt: Instant } => ({
  id: ApiKeyId.make(row.key_id),
  name: row.key_name,
  lastDigits: row.key_last_digits,
  createdAt: instant(row.key_created_at),
})
