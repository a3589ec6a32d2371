/**
 * The audit log in the administration: who changed what.
 */

import { endOfDayExclusive, LocalDate, saoPauloTimestamp, startOfDay } from "@vintem/domain/calendar"
import type { TrailFilter } from "@vintem/domain/ports"
import { trimCode } from "@vintem/domain/text"
import { parseActorName, TrailAction, type TrailActor, type TrailEntry, TrailFields } from "@vintem/domain/trail"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import type { Read } from "../input/codec.ts"
import { readDate } from "../input/date.ts"
import type { FaultReason } from "../input/fault-code.ts"
import { queryField } from "../input/query.ts"
import { ofString, readText } from "../input/text.ts"
import { exampleOrder } from "../order/example-order.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { PageEnvelope, pageField } from "../pagination.ts"
import { CsvFormat } from "../sheet/csv.ts"

const readActor: Read<string> = ofString((text) =>
  Result.mapError(parseActorName(trimCode(text)), (): FaultReason => ({ code: "invalid_actor" })),
)

/** Longest subject, in code points: an e-mail address. */
const subjectLimits = { min: 1, max: 254 } as const

const dateText = Schema.String.annotate({ format: "date" })

/** The filters of entries. */
const filters = {
  actor: queryField(
    Schema.String.annotate({
      description: "Who: `user:ID`, `api_key:ID`, `administration`, `command` or `system`.",
      examples: ["api_key:7"],
    }),
    Schema.String,
    readActor,
    (actor) => actor,
  ),
  action: queryField(
    Schema.String.annotate({ description: "What was done.", examples: ["order.refund"] }),
    TrailAction,
    readChoice(TrailAction.literals),
    (action) => action,
  ),
  subject: queryField(
    Schema.String.annotate({
      description: "The identifier of what was changed.",
      examples: [exampleOrder.order_number],
    }),
    Schema.String,
    readText(subjectLimits),
    (subject) => subject,
  ),
  from: queryField(
    dateText.annotate({ description: "First day, in America/Sao_Paulo.", examples: ["2026-11-01"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
  to: queryField(
    dateText.annotate({ description: "Last day, included.", examples: ["2026-11-30"] }),
    LocalDate,
    readDate,
    (date) => date,
  ),
}

/** All filters must match. Unknown parameters are ignored. */
export const AuditQuery = Schema.Struct({ page: pageField, ...filters })
export type AuditQuery = typeof AuditQuery.Type

/** The query for a whole log. */
export const AuditSheetQuery = Schema.Struct({
  ...filters,
  format: queryField(
    Schema.String.annotate({
      description:
        "`csv`, the default: RFC 4180. `csv-br`: for spreadsheets in Brazil, with a byte order mark, semicolons, decimal commas, and times " +
        "as `DD/MM/YYYY HH:MM:SS`.",
      examples: ["csv-br"],
    }),
    CsvFormat,
    readChoice(CsvFormat.literals),
    (format) => format,
  ),
})
export type AuditSheetQuery = typeof AuditSheetQuery.Type

/** Days become instants: from the first second of `from` up to, and without, the first one after `to`. */
export const auditFilter = ({ action, actor, from, subject, to }: AuditSheetQuery): TrailFilter => ({
  ...(action === undefined ? {} : { action }),
  ...(actor === undefined ? {} : { actor }),
  ...(subject === undefined ? {} : { subject }),
  ...(from === undefined ? {} : { from: startOfDay(from) }),
  ...(to === undefined ? {} : { before: endOfDayExclusive(to) }),
})

const ActorView = Schema.Struct({
  kind: Schema.Literals(["user", "api_key", "administration", "command", "system"]),
  id: Schema.NullOr(Schema.Int).annotate({ description: "The id of a user or an API key." }),
  name: Schema.NullOr(Schema.String).annotate({ description: "The name of a command or of background work." }),
}).annotate({ identifier: "AuditActor", examples: [{ kind: "api_key", id: 7, name: null }] })

const fields = (description: string) => Schema.NullOr(TrailFields).annotate({ description })

/** An entry of the audit log, as shown. */
export const AuditEntryView = Schema.Struct({
  sequence: Schema.Int.annotate({ description: "From 1 within the log, without gaps." }),
  at: TimestampView,
  actor: ActorView,
  address: Schema.NullOr(Schema.String).annotate({
    description: "The address of the request; null if there was no request.",
  }),
  request_id: Schema.NullOr(Schema.String).annotate({
    description: "`X-Request-Id` of the request; null if there was no request.",
  }),
  action: TrailAction,
  subject: Schema.String.annotate({ description: "What was changed." }),
  before: fields("The values before: the fields that differ. Null if it was created."),
  after: fields("The values after. Null if it was deleted."),
}).annotate({
  identifier: "AuditEntry",
  examples: [
    {
      sequence: 12,
      at: "2026-11-24 10:00:00",
      actor: { kind: "api_key", id: 7, name: null },
      address: "203.0.113.7",
      request_id: "0b8e4f5e-5b1f-4a3c-9f64-2f1f6a0f9d11",
      action: "order.refund",
      subject: exampleOrder.order_number,
      before: { amount: null },
      after: { amount: "59.90" },
    },
  ],
})
export type AuditEntryView = typeof AuditEntryView.Type

/** A page of the audit log. */
export const AuditPage = PageEnvelope(AuditEntryView)

const actorView = (actor: TrailActor): AuditEntryView["actor"] => {
  switch (actor._tag) {
    case "User":
      return { kind: "user", id: actor.user, name: null }
    case "ApiKey":
      return { kind: "api_key", id: actor.key, name: null }
    case "Administration":
      return { kind: "administration", id: null, name: null }
    case "Command":
      return { kind: "command", id: null, name: actor.command }
    case "System":
      return { kind: "system", id: null, name: actor.job }
  }
}

/** Times are those of America/Sao_Paulo. */
export const auditEntryView = (entry: TrailEntry): AuditEntryView => ({
  sequence: entry.sequence,
  at: saoPauloTimestamp(entry.at),
  actor: actorView(entry.actor),
  address: entry.origin.address,
  request_id: entry.origin.requestId,
  action: entry.action,
  subject: entry.subject,
  before: entry.before,
  after: entry.after,
})
