/**
 * Accounts at institutions in SQL. Their credentials are sealed before they come here.
 */
import { type AccountId, AcquirerAccount } from "@vintem/domain/acquirer-account"
import { CompanyId } from "@vintem/domain/identifiers"
import { AcquirerAccountRepository } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  AcquirerAccountRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    return AcquirerAccountRepository.of({
      add: (account) =>
        Effect.map(
          executor.write(
            "acquirerAccounts.add",
            build
              .insertInto("acquirer_account")
              .values(rowFromAccount(account))
              .onConflict((conflict) => conflict.columns(["company_id", "name"]).doNothing())
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      find: (id) =>
        Effect.flatMap(
          executor.readEntry(
            "acquirerAccounts.find",
            entryOf(id),
            build
              .selectFrom("acquirer_account")
              .selectAll()
              .where("company_id", "=", ownerOf(id.company))
              .where("name", "=", id.name)
              .compile(),
          ),
          ([row]) =>
            row === undefined ? Effect.succeedNone : Effect.asSome(accountFromRow("acquirerAccounts.find", row)),
        ),
      list: (company) =>
        Effect.flatMap(
          executor.read(
            "acquirerAccounts.list",
            build
              .selectFrom("acquirer_account")
              .selectAll()
              .where("company_id", "=", ownerOf(company))
              .orderBy("name")
              .compile(),
          ),
          (rows) => Effect.forEach(rows, (row) => accountFromRow("acquirerAccounts.list", row)),
        ),
      owners: Effect.map(
        executor.read(
          "acquirerAccounts.owners",
          build.selectFrom("acquirer_account").select("company_id").distinct().orderBy("company_id").compile(),
        ),
        (rows) => rows.map(({ company_id }) => companyOf(company_id)),
      ),
      save: (account) => {
        const { company_id, name, ...columns } = rowFromAccount(account)
        return Effect.asVoid(
          executor.write(
            "acquirerAccounts.save",
            build
              .updateTable("acquirer_account")
              .set(columns)
              .where("company_id", "=", company_id)
              .where("name", "=", name)
              .compile(),
          ),
        )
      },
      remove: ({ company, name }) =>
        Effect.map(
          executor.write(
            "acquirerAccounts.remove",
            build
              .deleteFrom("acquirer_account")
              .where("company_id", "=", ownerOf(company))
              .where("name", "=", name)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
    })
  }),
)

/** The name of the lock on an account, for units that change it. */
const entryOf = ({ company, name }: AccountId): string => `acquirer_account ${ownerOf(company)} ${name}`

/** Companies are numbered from 1. */
const sharedOwner = 0

const ownerOf = (company: CompanyId | null): number => company ?? sharedOwner

const companyOf = (owner: number): CompanyId | null => (owner === sharedOwner ? null : CompanyId.make(owner))

interface AccountRow {
  readonly company_id: number
  readonly name: string
  readonly profile: string
  readonly environment: string
  readonly base_url: string
  readonly token_url: string
  readonly ca: string | null
  readonly credentials: string
  readonly created_at: number
  readonly rotated_at: number
}

const rowFromAccount = (account: AcquirerAccount): AccountRow => ({
  company_id: ownerOf(account.company),
  name: account.name,
  profile: account.profile,
  environment: account.environment,
  base_url: account.baseUrl,
  token_url: account.tokenUrl,
  ca: account.ca,
  credentials: account.credentials,
  created_at: account.createdAt,
  rotated_at: account.rotatedAt,
})

const readAccount = readerOf(AcquirerAccount)

const accountFromRow = (operation: string, row: AccountRow) =>
  readAccount(operation, `The account ${row.name} of company ${row.company_id}`, {
    company: companyOf(row.company_id),
    name: row.name,
    profile: row.profile,
    environment: row.environment,
    baseUrl: row.base_url,
    tokenUrl: row.token_url,
    ca: row.ca,
    credentials: row.credentials,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
  })
