/**
 * An entry of the audit log as a row, and a row as an entry.
 */
import { realmName } from "@vintem/domain/access"
import { AuditEntry, type AuditEntryDetails, actorName } from "@vintem/domain/audit"
import { idOfRealm, realmOf } from "../engine/company-or-platform.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export interface AuditEntryRow {
  readonly company_id: number
  readonly sequence: number
  readonly at: number
  readonly action: string
  readonly subject: string
  readonly body: string
}

export const auditEntryColumns = ["company_id", "sequence", "at", "action", "subject", "body"] as const

const readEntry = readerOf(AuditEntry)

/** What a row says, as the schema of an entry reads it. */
export const storedEntry = ({ action, at, body, company_id, sequence, subject }: AuditEntryRow): unknown => {
  const said = parsedJson(body)
  return {
    ...(typeof said === "object" ? said : {}),
    realm: realmOf(company_id),
    sequence,
    at,
    action,
    subject,
  }
}

export const auditEntryFromRow = (operation: string, row: AuditEntryRow) =>
  readEntry(
    operation,
    `Entry ${row.sequence} of the audit log of ${realmName(realmOf(row.company_id))}`,
    storedEntry(row),
  )

export const columnsOfAuditEntry = (
  { action, actor, after, at, before, origin, realm, subject }: AuditEntryDetails,
  sequence: number,
) => ({
  company_id: idOfRealm(realm),
  sequence,
  at,
  actor: actorName(actor),
  action,
  subject,
  body: JSON.stringify({ actor, origin, before, after }),
})
