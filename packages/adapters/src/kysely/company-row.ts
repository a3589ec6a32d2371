/**
 * A company as a row, and a row as a company.
 */
import { Company, FeeSchedule, type StorageUnavailable } from "@vintem/domain"
import { type Effect, Schema } from "effect"
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

export const companyFromRow = (operation: string, row: CompanyRow): Effect.Effect<Company, StorageUnavailable> =>
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
