/**
 * An entry of the trail as a row, and a row as an entry.
 */
import { realmName } from "@vintem/domain/access"
import { actorName, TrailEntry, type TrailEntryDetails } from "@vintem/domain/trail"
import { idOfRealm, realmOf } from "../engine/company-or-platform.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export interface TrailEntryRow {
  readonly company_id: number
  readonly sequence: number
  readonly at: number
  readonly action: string
  readonly subject: string
  readonly body: string
}

export const trailEntryColumns = ["company_id", "sequence", "at", "action", "subject", "body"] as const

const readEntry = readerOf(TrailEntry)

/** A row in the form that the schema of an entry reads. */
export const storedEntry = ({ action, at, body, company_id, sequence, subject }: TrailEntryRow): unknown => {
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

export const trailEntryFromRow = (operation: string, row: TrailEntryRow) =>
  readEntry(
    operation,
    `Entry ${row.sequence} of the audit log of ${realmName(realmOf(row.company_id))}`,
    storedEntry(row),
  )

export const columnsOfTrailEntry = (
  { action, actor, after, at, before, origin, realm, subject }: TrailEntryDetails,
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
