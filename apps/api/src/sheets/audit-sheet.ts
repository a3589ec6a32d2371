/** The audit log as a table. It is read in pieces, so that memory does not grow with the log. */
import { type AuditEntryView, auditEntryView, type Cell, type CsvFormat, csvMark, csvRow } from "@vintem/contract"
import type { Realm } from "@vintem/domain/access"
import { Trail, type TrailFilter } from "@vintem/domain/ports"
import { actorName, type TrailEntry } from "@vintem/domain/trail"
import { Effect, Option, Stream } from "effect"

/** Entries per read. */
const piece = 500

/** By their numbers: the millionth piece costs what the first one does. */
export const auditEntries = (realm: Realm, filter: TrailFilter) =>
  Stream.paginate(0, (after) =>
    Effect.map(
      Effect.flatMap(Trail, (log) => log.after(realm, after, piece)),
      (entries) => {
        const last = entries.at(-1)?.sequence
        const next = last === undefined || entries.length < piece ? Option.none<number>() : Option.some(last)
        return [entries, next] as const
      },
    ),
  ).pipe(Stream.filter(isWanted(filter)), Stream.map(auditEntryView))

const isWanted =
  ({ action, actor, before, from, subject }: TrailFilter) =>
  (entry: TrailEntry): boolean =>
    (from === undefined || entry.at >= from) &&
    (before === undefined || entry.at < before) &&
    (action === undefined || entry.action === action) &&
    (subject === undefined || entry.subject === subject) &&
    (actor === undefined || actorName(entry.actor) === actor)

/** A log as CSV, with the names of its columns first. */
export const auditSheet = <E, R>(
  entries: Stream.Stream<AuditEntryView, E, R>,
  format: CsvFormat,
): Stream.Stream<string, E, R> =>
  Stream.concat(
    Stream.make(`${csvMark(format)}${csvRow(columns, format)}`),
    Stream.map(entries, (entry) => csvRow(cellsOf(entry), format)),
  )

const columns = ["sequence", "at", "actor", "address", "request_id", "action", "subject", "before", "after"]

const cellsOf = (entry: AuditEntryView): ReadonlyArray<Cell> => [
  { number: String(entry.sequence) },
  { time: entry.at },
  actorOf(entry),
  entry.address,
  entry.request_id,
  entry.action,
  entry.subject,
  fieldsOf(entry.before),
  fieldsOf(entry.after),
]

/** The actor in a word or two. */
export const actorOf = ({ actor: { id, kind, name } }: AuditEntryView): string =>
  id !== null ? `${kind} ${id}` : name === null ? kind : `${kind} ${name}`

/** JSON; null if there is nothing to tell. */
export const fieldsOf = (fields: AuditEntryView["before"]): string | null =>
  fields === null ? null : JSON.stringify(fields)
