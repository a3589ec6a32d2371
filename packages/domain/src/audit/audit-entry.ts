/**
 * An entry of the audit log: who changed what, when, from where, and the values before.
 *
 * Each company has its own log, and so does the platform. Entries are numbered from 1 within their log, without gaps.
 * They are only ever added.
 */
import * as Schema from "effect/Schema"
import { Realm } from "../access/grant.ts"
import { Instant } from "../calendar/instant.ts"
import { AuditAction } from "./audit-action.ts"
import { AuditActor } from "./audit-actor.ts"
import { AuditFacts } from "./audit-facts.ts"

/** Where a change came from. Both are null if no request caused it. */
export const AuditOrigin = Schema.Struct({
  /** An IP address. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
})
export type AuditOrigin = typeof AuditOrigin.Type

/** The origin of a change that no request caused. */
export const noOrigin: AuditOrigin = { address: null, requestId: null }

/** The contents of an entry, without its number. */
export const AuditEntryDetails = Schema.Struct({
  /** The realm that owns the log. */
  realm: Realm,
  at: Instant,
  actor: AuditActor,
  origin: AuditOrigin,
  action: AuditAction,
  /** The changed thing: see `auditActions`. */
  subject: Schema.String,
  /** Null if the subject was created. */
  before: Schema.NullOr(AuditFacts),
  /** Null if the subject was removed. */
  after: Schema.NullOr(AuditFacts),
})
export type AuditEntryDetails = typeof AuditEntryDetails.Type

export const AuditEntry = Schema.Struct({
  ...AuditEntryDetails.fields,
  /** From 1 within the log. */
  sequence: Schema.Int.check(Schema.isGreaterThan(0)),
})
export type AuditEntry = typeof AuditEntry.Type
