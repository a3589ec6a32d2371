/**
 * An entry of the trail: who changed what, when, from where, and what it was before.
 *
 * Each company has its own log, and so does the platform. Entries are numbered from 1 within their log, without gaps.
 * They are only ever added.
 */
import * as Schema from "effect/Schema"
import { Realm } from "../access/grant.ts"
import { Instant } from "../calendar/instant.ts"
import { TrailAction } from "./trail-action.ts"
import { TrailActor } from "./trail-actor.ts"
import { TrailFields } from "./trail-fields.ts"

/** Where a change came from. Both null if it came from no request. */
export const TrailOrigin = Schema.Struct({
  /** An IP address. */
  address: Schema.NullOr(Schema.String),
  requestId: Schema.NullOr(Schema.String),
})
export type TrailOrigin = typeof TrailOrigin.Type

/** The origin of what no request asked for. */
export const noOrigin: TrailOrigin = { address: null, requestId: null }

/** What an entry says beside its number. */
export const TrailEntryDetails = Schema.Struct({
  /** Whose log it is. */
  realm: Realm,
  at: Instant,
  actor: TrailActor,
  origin: TrailOrigin,
  action: TrailAction,
  /** What was changed: see `trailActions`. */
  subject: Schema.String,
  /** Null of something that was made. */
  before: Schema.NullOr(TrailFields),
  /** Null of something that is gone. */
  after: Schema.NullOr(TrailFields),
})
export type TrailEntryDetails = typeof TrailEntryDetails.Type

export const TrailEntry = Schema.Struct({
  ...TrailEntryDetails.fields,
  /** From 1 within the log. */
  sequence: Schema.Int.check(Schema.isGreaterThan(0)),
})
export type TrailEntry = typeof TrailEntry.Type
