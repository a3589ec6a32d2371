/**
 * API keys in SQL, as hashes.
 */
import { ApiKey, type ApiKeyHash, ApiKeyId, ApiKeyRepository, type CompanyId, type PageRequest } from "@vintem/domain"
import { Clock, Effect, Layer, Option } from "effect"
import { type CompanyRow, companyFromRow } from "./company-row.ts"
import { Executor } from "./executor.ts"
import { readPage } from "./page.ts"
import { preparedQuery } from "./prepared-query.ts"
import { rememberedLookup } from "./remembered-lookup.ts"
import { readerOf } from "./stored-value.ts"

export const layer = Layer.effect(
  ApiKeyRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect
    const keys = build.selectFrom("api_key").where("revoked_at", "is", null)

    /** A revocation counts from its commit in every process. */
    const selectByHash = preparedQuery<{ hash: string }, CompanyRow & KeyColumns>((value) =>
      keys
        .innerJoin("company", "company.id", "api_key.company_id")
        .where("hash", "=", value("hash"))
        .selectAll("company")
        .select([
          "api_key.id as key_id",
          "api_key.name as key_name",
          "api_key.last_digits as key_last_digits",
          "api_key.created_at as key_created_at",
        ]),
    )

    const authenticate = rememberedLookup(
      executor,
      Effect.fnUntraced(function* (hash: ApiKeyHash) {
        const operation = "apiKeys.authenticate"
        const [row] = yield* executor.read(operation, selectByHash({ hash }))
        if (row === undefined) return Option.none()
        const company = yield* companyFromRow(operation, row)
        const key = yield* keyFromRow(operation, {
          id: row.key_id,
          company_id: company.id,
          name: row.key_name,
          hash,
          last_digits: row.key_last_digits,
          created_at: row.key_created_at,
        })
        return Option.some({ company, key })
      }),
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
      authenticate,
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
          (row) => keyFromRow("apiKeys.list", row),
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

/** The columns of the key where those of its company stand beside them. */
interface KeyColumns {
  readonly key_id: number
  readonly key_name: string
  readonly key_last_digits: string
  readonly key_created_at: number
}

interface KeyRow {
  readonly id: number
  readonly company_id: number
  readonly name: string
  readonly hash: string
  readonly last_digits: string
  readonly created_at: number
}

const readKey = readerOf(ApiKey)

const keyFromRow = (operation: string, row: KeyRow) =>
  readKey(operation, `API key ${row.id}`, {
    id: row.id,
    company: row.company_id,
    name: row.name,
    hash: row.hash,
    lastDigits: row.last_digits,
    createdAt: row.created_at,
  })
