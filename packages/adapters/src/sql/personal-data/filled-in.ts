/**
 * Prefilled data of a person in one company: part of personal-data.ts.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import type { KnownPerson } from "@vintem/domain/personal-data"
import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { Dialect } from "../engine/dialect.ts"
import { type PrefilledTable, prefilledIn } from "../schema/prefilled-places.ts"

/** Values of a person, and the condition that a row of the company was prefilled with one of them. */
export interface FilledIn {
  readonly values: ReadonlyArray<string>
  readonly among: (some: ReadonlyArray<string>) => RawBuilder<SqlBool>
}

/**
 * By document, and by e-mail. The company comes first, in the index, too: other companies' rows cost no time, so the
 * time does not reveal whether they know the person.
 */
export const filledIn = (
  dialect: Dialect,
  table: PrefilledTable,
  company: CompanyId,
  { documents, emails }: Pick<KnownPerson, "documents" | "emails">,
): ReadonlyArray<FilledIn> =>
  [["document", documents] as const, ["email", emails] as const].map(([part, values]) => {
    const place = prefilledIn(dialect, table, part)
    const owner = sql.ref(`${table}.company_id`)
    return {
      values: [...values],
      among: (some) => sql<SqlBool>`${owner} = ${company} and ${place} in (${sql.join(some)}) and ${place} is not null`,
    }
  })
