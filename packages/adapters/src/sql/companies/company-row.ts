/**
 * A company as a row, and a row as a company.
 */
import { Company, type CompanyDetails } from "@vintem/domain/company"
import { rememberingReader } from "../engine/remembering-reader.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export interface CompanyRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly document: string | null
  readonly city: string
  readonly logo_url: string | null
  readonly under_moderation: number
  readonly block_cloud: number | null
  readonly fees: string
  readonly minimum_installment: number | null
  readonly pages: string
  readonly created_at: number
}

const readCompany = readerOf(Company)

const truth = (stored: number): boolean => stored === 1

/** Every request reads the row of its company. Fees and page settings are JSON text in it, centavos and basis points as they are. */
export const companyFromRow = rememberingReader(
  "id",
  {
    id: true,
    code: true,
    name: true,
    document: true,
    city: true,
    logo_url: true,
    under_moderation: true,
    block_cloud: true,
    fees: true,
    minimum_installment: true,
    pages: true,
    created_at: true,
  },
  (operation, row: CompanyRow) =>
    readCompany(operation, `Company ${row.id}`, {
      id: row.id,
      code: row.code,
      name: row.name,
      document: row.document,
      city: row.city,
      logoUrl: row.logo_url,
      underModeration: truth(row.under_moderation),
      blockCloud: row.block_cloud === null ? null : truth(row.block_cloud),
      fees: parsedJson(row.fees),
      minimumInstallment: row.minimum_installment,
      pages: parsedJson(row.pages),
      createdAt: row.created_at,
    }),
)

export const columnsOfCompany = (details: CompanyDetails) => ({
  name: details.name,
  document: details.document,
  city: details.city,
  logo_url: details.logoUrl,
  under_moderation: details.underModeration ? 1 : 0,
  block_cloud: details.blockCloud === null ? null : details.blockCloud ? 1 : 0,
  fees: JSON.stringify(details.fees),
  minimum_installment: details.minimumInstallment,
  pages: JSON.stringify(details.pages),
  created_at: details.createdAt,
})
