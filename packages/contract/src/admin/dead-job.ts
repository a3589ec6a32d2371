/** Given-up background work, as the administration shows it. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import type { DeadJob } from "@vintem/domain/ports"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"

/** A job that was given up. */
export const DeadJobView = Schema.Struct({
  id: Schema.Int,
  company: Schema.Int.annotate({ description: "The company's id." }),
  kind: Schema.String.annotate({ description: "Which kind of work it is." }),
  name: Schema.String.annotate({
    description: "The job's name. Only one job of a name waits at a time.",
  }),
  reason: Schema.String.annotate({ description: "Why the service gave it up." }),
  claims: Schema.Int.annotate({ description: "How often it was tried." }),
  died_at: TimestampView,
  payload: Schema.Json.annotate({ description: "The subject of the work. It holds no secrets." }),
}).annotate({
  identifier: "DeadJob",
  examples: [
    {
      id: 7,
      company: 1,
      kind: "ResolveAttempt",
      name: "resolve:1M7YJD5YY14CE9KATTEMPT0001",
      reason: "The acquirer reported no outcome for seven days: settle the order by hand.",
      claims: 13,
      died_at: "2026-11-28 10:15:00",
      payload: {
        _tag: "ResolveAttempt",
        company: 1,
        order: "1M7YJD5YY14CE9K",
        attempt: 1,
        key: "1M7YJD5YY14CE9KATTEMPT0001",
      },
    },
  ],
})
export type DeadJobView = typeof DeadJobView.Type

/** The revived job. */
export const RetriedJobView = Schema.Struct({ id: Schema.Int }).annotate({
  identifier: "RetriedJob",
  examples: [{ id: 7 }],
})
export type RetriedJobView = typeof RetriedJobView.Type

/** A given-up job, as the administration shows it. */
export const deadJobView = ({ id, company, kind, name, reason, claims, diedAt, payload }: DeadJob): DeadJobView => ({
  id,
  company,
  kind,
  name,
  reason,
  claims,
  died_at: saoPauloTimestamp(diedAt),
  payload: Option.getOrElse(readJson(payload), () => payload),
})

/** A payload that is not JSON may be why the job died, so it is shown unchanged. */
const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))
