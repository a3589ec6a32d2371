/**
 * Streams a company's changes to a signed-in user, as they happen.
 *
 * Permissions are checked when a stream begins, at each beat, and before a change is sent, but at most once a second.
 * If the session has ended or its permissions have changed, the stream ends. When the page reconnects they are checked
 * again.
 *
 * @see docs/decisions/access.md#0272
 */
import { currentPermissions } from "@vintem/application"
import {
  ChangeEvent,
  changeBeatMillis,
  changeView,
  Forbidden,
  lastEventId,
  PanelOwn,
  SignedIn,
  Unavailable,
} from "@vintem/contract"
import { inCompany, type Permission, permissionsIn, type Session } from "@vintem/domain/access"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ChangedKind, ChangeFeed, type ToldChanges } from "@vintem/domain/ports"
import { Cause, Clock, Effect, Schema, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf } from "../admin/company-of.ts"
import { preparedAnswer } from "../edge/body/answers.ts"
import { Readiness } from "../edge/health.ts"
import { tooManyRequests } from "../edge/limits/rate-limit.ts"
import { orServerError } from "../edge/server-error.ts"
import { OpenStreams } from "./open-streams.ts"

/** The permission for each kind of change. */
const neededFor = {
  order: "orders:read",
  batch: "links:read",
  link: "links:read",
  subscription: "subscriptions:read",
  delivery: "webhooks:read",
} as const satisfies Readonly<Record<ChangedKind, Permission>>

/**
 * After a change was sent, further ones are collected for this many milliseconds: a burst is one event, and makes a
 * page ask once.
 */
const gatherMillis = 250

/** How long a permission check is valid, milliseconds. */
const judgedForMillis = 1_000

/** Seconds before a client tries again, if too many streams are open. */
const waitSeconds = 30

export const changes = HttpApiBuilder.group(PanelOwn, "changes", (handlers) =>
  handlers.handleRaw("follow", ({ params, request }) =>
    Effect.gen(function* () {
      const { grants, session, user } = yield* SignedIn
      const { id: company } = yield* companyOf(params)
      const kinds = kindsFor(permissionsIn(grants, inCompany(company)))
      if (kinds.size === 0) return yield* new Forbidden({ response: "Your role does not allow this." })
      const { refusal } = yield* OpenStreams
      const refused = refusal(user.id)
      if (refused !== null) return refused === "user" ? tooManyRequests(waitSeconds) : full
      const after = request.headers[lastEventId] ?? null
      return HttpServerResponse.stream(
        Stream.provideContext(follow({ session, company, kinds, after }), yield* Effect.context<Needed>()),
        { contentType: "text/event-stream", headers: unbuffered },
      )
    }).pipe(orServerError),
  ),
)

type Needed = Stream.Services<ReturnType<typeof follow>>

/** A proxy that buffers a whole answer would hold this one forever. */
const unbuffered = { "cache-control": "no-store, no-transform", "x-accel-buffering": "no" }

const full = HttpServerResponse.setHeader(preparedAnswer(new Unavailable()), "retry-after", String(waitSeconds))

const kindsFor = (permissions: ReadonlySet<Permission>): ReadonlySet<ChangedKind> =>
  new Set(ChangedKind.literals.filter((kind) => permissions.has(neededFor[kind])))

interface Followed {
  readonly session: Session
  readonly company: CompanyId
  /** The kinds of change that the user may see. */
  readonly kinds: ReadonlySet<ChangedKind>
  readonly after: string | null
}

const follow = ({ after, company, kinds, session }: Followed) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { open } = yield* OpenStreams
      const { listen } = yield* ChangeFeed
      const { stopped } = yield* Readiness
      // The client reconnects, and that request's refusal says why.
      if (!(yield* open(session.user))) return Stream.empty
      const { arrival, take } = yield* listen({ company, kinds, after })
      let judgedAt = 0
      let hasTold = false

      const isLetIn = Effect.gen(function* () {
        const millis = Number((yield* Clock.Clock).monotonicTimeNanosUnsafe() / 1_000_000n)
        if (millis - judgedAt < judgedForMillis) return true
        judgedAt = millis
        const byNow = kindsFor(yield* currentPermissions(session, company))
        return byNow.size === kinds.size && [...byNow].every((kind) => kinds.has(kind))
      })

      const woken = Effect.raceAllFirst([
        Effect.as(arrival, true),
        Effect.as(Effect.sleep(changeBeatMillis), true),
        Effect.as(stopped, false),
      ])

      const gathered = Effect.timeoutOption(stopped, gatherMillis)

      const next = Effect.gen(function* () {
        if (hasTold) yield* gathered
        const isOpen = (yield* woken) && (yield* isLetIn)
        if (!isOpen) return yield* Cause.done()
        const told = yield* take
        hasTold = told.changes === null || told.changes.length > 0
        return [bytes.encode(textOf(told))] as const
      }).pipe(Effect.catchTag("StorageUnavailable", () => Cause.done()))
      return Stream.fromPull(Effect.succeed(next))
    }),
  )

const bytes = new TextEncoder()

const encoded = Schema.encodeSync(ChangeEvent)

const textOf = (told: ToldChanges): string => Sse.encoder.write({ _tag: "Event", ...encoded(eventOf(told)) })

const eventOf = ({ changes: told, position: id }: ToldChanges): ChangeEvent => {
  if (told === null) return { id, event: "reset", data: "{}" }
  return told.length === 0
    ? { id, event: "beat", data: "{}" }
    : { id, event: "changes", data: { changes: told.map(changeView) } }
}
