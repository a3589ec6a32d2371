/**
 * An entry of the audit log: who changed what, when, from where, and what it was before.
 *
 * Each company has a log of its own, and so has the platform. Entries are numbered from 1 within their log, without gaps, and are only ever
 * added.
 */
import * as Schema from "effect/Schema"
import { Realm } from "../access/grant.ts"
import { Instant } from "../calendar/instant.ts"
import { AuditAction } from "./audit-action.ts"
import { AuditActor } from "./audit-actor.ts"
import { AuditFacts } from "./audit-facts.ts"

/** Where a change came from. Both null if it came from no request. */
export const AuditOrigin = Schema.Struct({
  /** An IP address. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
})
export type AuditOrigin = typeof AuditOrigin.Type

/** The origin of what no request asked for. */
export const noOrigin: AuditOrigin = { address: null, requestId: null }

/** What an entry says beside its number. */
export const AuditEntryDetails = Schema.Struct({
  /** Whose log it is. */
  realm: Realm,
  at: Instant,
  actor: AuditActor,
  origin: AuditOrigin,
  action: AuditAction,
  /** What was changed: see `auditActions`. */
  subject: Schema.String,
  /** Null of something that was made. */
  before: Schema.NullOr(AuditFacts),
  /** Null of something that is gone. */
  after: Schema.NullOr(AuditFacts),
})
export type AuditEntryDetails = typeof AuditEntryDetails.Type

export const AuditEntry = Schema.Struct({
  ...AuditEntryDetails.fields,
  /** From 1 within the log. */
  sequence: Schema.Int.check(Schema.isGreaterThan(0)),
})
export type AuditEntry = typeof AuditEntry.Type
