/**
 * A company as a row, and a row as a company.
 */
import { Company, FeeSchedule, type StorageUnavailable } from "@vintem/domain"
import { Effect, Schema } from "effect"
import { readerOf } from "./stored-value.ts"

export interface CompanyRow {
  readonly id: number
  readonly name: string
  readonly document: string | null
  readonly city: string
  readonly logo_url: string | null
  readonly under_moderation: number
  readonly block_cloud: number | null
  readonly fees: string
  readonly created_at: number
}

/** JSON text inside, centavos and basis points as they are. */
const readCompany = readerOf(Schema.Struct({ ...Company.fields, fees: Schema.fromJsonString(FeeSchedule) }))

const truth = (stored: number): boolean => stored === 1

/**
 * Every request reads the row of its company, which seldom changes: while it says the same, the company made of it last time is
 * the same too. Reading it is what takes the time, so nothing is ever out of date here.
 */
export const companyFromRow = (operation: string, row: CompanyRow): Effect.Effect<Company, StorageUnavailable> => {
  const known = readBefore.get(row.id)
  if (known !== undefined && isSameRow(known.row, row)) return known.read
  return Effect.tap(decoded(operation, row), (company) =>
    Effect.sync(() => {
      if (readBefore.size >= readBeforeMax) readBefore.clear()
      readBefore.set(row.id, { row, read: Effect.succeed(company) })
    }),
  )
}

const readBeforeMax = 1_000
const readBefore = new Map<number, { readonly row: CompanyRow; readonly read: Effect.Effect<Company> }>()

const isSameRow = (left: CompanyRow, right: CompanyRow): boolean =>
  left.fees === right.fees &&
  left.name === right.name &&
  left.document === right.document &&
  left.city === right.city &&
  left.logo_url === right.logo_url &&
  left.under_moderation === right.under_moderation &&
  left.block_cloud === right.block_cloud &&
  left.created_at === right.created_at

const decoded = (operation: string, row: CompanyRow): Effect.Effect<Company, StorageUnavailable> =>
  readCompany(operation, `Company ${row.id}`, {
    id: row.id,
    name: row.name,
    document: row.document,
    city: row.city,
    logoUrl: row.logo_url,
    underModeration: truth(row.under_moderation),
    blockCloud: row.block_cloud === null ? null : truth(row.block_cloud),
    fees: row.fees,
    createdAt: row.created_at,
  })

export const columnsOfCompany = (details: Omit<Company, "id">) => ({
  name: details.name,
  document: details.document,
  city: details.city,
  logo_url: details.logoUrl,
  under_moderation: details.underModeration ? 1 : 0,
  block_cloud: details.blockCloud === null ? null : details.blockCloud ? 1 : 0,
  fees: JSON.stringify(details.fees),
  created_at: details.createdAt,
})
