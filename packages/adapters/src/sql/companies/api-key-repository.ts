/**
 * API keys in SQL, as hashes.
 */
import { type ApiKeyHash, ApiKeyId, inCompany } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ApiKeyRepository, type PageRequest, UnitOfWork } from "@vintem/domain/ports"
import { Clock, Effect, Layer, Option } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { writeAllUnread } from "../engine/procedure.ts"
import { rememberedLookup } from "../engine/remembered-lookup.ts"
import { apiKeyFromRow, columnsOfApiKey } from "./api-key-row.ts"
import { type CompanyRow, companyFromRow } from "./company-row.ts"

export const layer = Layer.effect(
  ApiKeyRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { commit } = yield* UnitOfWork
    const { build } = executor.dialect
    const keys = build.selectFrom("api_key").where("revoked_at", "is", null)

    /** A revocation takes effect with its commit in every process. */
    const selectByHash = preparedQuery<{ hash: string }, CompanyRow & KeyColumns>((value) =>
      keys
        .innerJoin("company", "company.id", "api_key.company_id")
        .where("hash", "=", value("hash"))
        .selectAll("company")
        .select([
          "api_key.id as key_id",
          "api_key.name as key_name",
          "api_key.last_digits as key_last_digits",
          "api_key.scopes as key_scopes",
          "api_key.expires_at as key_expires_at",
          "api_key.last_used_at as key_last_used_at",
          "api_key.created_at as key_created_at",
        ]),
    )

    const authenticate = rememberedLookup(
      executor,
      ["api_key", "company"],
      Effect.fnUntraced(function* (hash: ApiKeyHash) {
        const operation = "apiKeys.authenticate"
        const [row] = yield* executor.readShared(operation, selectByHash({ hash }))
        if (row === undefined) return Option.none()
        const company = yield* companyFromRow(operation, row)
        const key = yield* apiKeyFromRow(operation, {
          id: row.key_id,
          company_id: company.id,
          name: row.key_name,
          hash,
          last_digits: row.key_last_digits,
          scopes: row.key_scopes,
          expires_at: row.key_expires_at,
          last_used_at: row.key_last_used_at,
          created_at: row.key_created_at,
        })
        return Option.some({ company, key })
      }),
    )

    const recordUse = preparedQuery<{ company: number; id: number; at: number }, unknown>((value) =>
      build
        .updateTable("api_key")
        .set({ last_used_at: value("at") })
        .where("id", "=", value("id"))
        .where("company_id", "=", value("company"))
        .where((e) => e.or([e("last_used_at", "is", null), e("last_used_at", "<", value("at"))])),
    )

    return ApiKeyRepository.of({
      add: (key) =>
        Effect.flatMap(
          executor.write(
            "apiKeys.add",
            build
              .insertInto("api_key")
              .values({ ...columnsOfApiKey(key), revoked_at: null })
              .returning("id")
              .compile(),
          ),
          ({ rows: [row] }) =>
            row === undefined
              ? Effect.die("insert … returning gave no row")
              : Effect.succeed({ ...key, id: ApiKeyId.make(row.id) }),
        ),
      authenticate,
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = keys.where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "apiKeys.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => apiKeyFromRow("apiKeys.list", row),
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
      recordUses: (uses) => {
        // All processes write their uses in the same order of keys, so they never deadlock.
        const ordered = [...uses].toSorted((one, other) => one.id - other.id)
        return commit(executor.run("apiKeys.recordUses", () => writeAllUnread(ordered.map(recordUse))))
      },
    })
  }),
)

/** The key's columns in a join with its company's. */
interface KeyColumns {
  readonly key_id: number
  readonly key_name: string
  readonly key_last_digits: string
  readonly key_scopes: string
  readonly key_expires_at: number | null
  readonly key_last_used_at: number | null
  readonly key_created_at: number
}
