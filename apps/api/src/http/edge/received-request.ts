/**
 * How every operation with a body, or with an idempotency key, receives its request and answers it.
 *
 * Every request is checked in the same order: media type, size, JSON; then the body by the operation's codec together with the key, whose
 * faults are reported together; then the path. Only then the operation runs, with the request that was read.
 *
 * @see docs/decisions/wire.md#0024
 * @see docs/decisions/wire.md#0228
 */
import { type KeyedRequest, KeyInUse, KeyMismatched } from "@vintem/application"
import {
  Conflict,
  decodeIdempotencyKey,
  type Fault,
  InvalidFields,
  idempotencyKeyField,
  idempotencyKeyReused,
  invalidFields,
  type Reader,
  readBody,
  type Today,
} from "@vintem/contract"
import { type Instant, instant, saoPauloDate } from "@vintem/domain/calendar"
import { type KeyScope, Secrets } from "@vintem/domain/ports"
import { Clock, Effect, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { failed, faulty } from "./body/answers.ts"
import type { PaymentRead } from "./body/fingerprinted-body.ts"
import { type JsonBody, jsonBody, jsonBodyOrNone } from "./body/json-body.ts"
import { type AnswerToSend, answered, keyedRequest } from "./keys/keyed.ts"
import { orServerError } from "./server-error.ts"

/** What a request says, before anything is read of it. */
export interface Arrived {
  readonly body: unknown
  /** The key as it was sent, null if there is none, or what is wrong with it. */
  readonly key: Result.Result<string | null, InvalidFields>
  readonly request: HttpServerRequest.HttpServerRequest
  readonly now: Instant
}

/** What an operation receives. */
export interface Received<A> {
  /** What its codec made of the body. */
  readonly input: A
  readonly now: Instant
  /**
   * The request under its key; null if it has none.
   *
   * @param scope - whose key it is
   * @param read - the body's `payment` as it was read: see `fingerprintedBody`
   */
  readonly keyed: (scope: KeyScope, read?: PaymentRead) => KeyedRequest | null
}

/** What an operation takes. */
export interface Taking<A, E = never, R = never> {
  /** A codec of the contract, or what reads with one. */
  readonly body: { readonly read: Reader<A, Today> }
  /** More faults of a faulty body: its references are looked up in any case, so that all faults are reported at once. */
  readonly beside?: (body: unknown, now: Instant) => Effect.Effect<ReadonlyArray<Fault>, E, R>
  /** Whether it may be asked for without a body. It may not if absent. */
  readonly isOptional?: boolean
  /** Whether it looks at the idempotency key. It does if absent. */
  readonly isKeyed?: boolean
}

/** What an operation answers: an answer to store under a key, or one that is only sent. */
type Answer = AnswerToSend | HttpServerResponse.HttpServerResponse

/** The operation of an endpoint. */
export const operation = <A, E, R, E2 = never, R2 = never>(
  taking: Taking<A, E2, R2>,
  use: (received: Received<A>) => Effect.Effect<Answer, E, R>,
) => answering(judgedFirst(taking, use), taking.isOptional === true ? jsonBodyOrNone : jsonBody)

/** The operation of an endpoint whose codec depends on what the request names, as on a link: `use` reads the body. */
export const operationOnArrival = <E, R>(use: (arrived: Arrived) => Effect.Effect<Answer, E, R>) =>
  answering(use, jsonBody)

/** The operation of an endpoint that has no body. */
export const operationWithoutBody = <E, R>(
  use: (received: Received<null>) => Effect.Effect<Answer, E, R>,
  { isKeyed = true }: Pick<Taking<null>, "isKeyed"> = {},
) => {
  const taking: Taking<null> = { body: unread, isKeyed }
  return answering(judgedFirst(taking, use), noBody)
}

/** The day of a request. It is computed only when a codec reads it: only that of a card does. */
class At implements Today {
  readonly #now: Instant
  constructor(now: Instant) {
    this.#now = now
  }
  get today() {
    return saoPauloDate(this.#now)
  }
}

/** Checks a body and its key, all their faults at once. */
export const judged = <A, E = never, R = never>(
  { body: codec, beside, isKeyed = true }: Taking<A, E, R>,
  { body, key: asSent, now, request }: Arrived,
): Effect.Effect<Result.Result<Received<A>, InvalidFields>, E, R | Secrets> => {
  const key = isKeyed ? asSent : noKey
  const read = readBody(codec, body, new At(now))
  if (Result.isFailure(read) || Result.isFailure(key)) {
    const found = [...faultsIn(read), ...faultsIn(key)]
    return beside === undefined
      ? Effect.succeed(Result.fail(invalidFields(found)))
      : Effect.map(beside(body, now), (more) => Result.fail(invalidFields([...found, ...more])))
  }
  const sent = { request, body, key: key.success }
  return Effect.map(Secrets, (secrets) =>
    Result.succeed({
      input: read.success,
      now,
      keyed: (scope, payment) => keyedRequest(secrets, sent, scope, payment),
    }),
  )
}

const noKey = Result.succeed(null)

const judgedFirst =
  <A, E, R, E2, R2>(taking: Taking<A, E2, R2>, use: (received: Received<A>) => Effect.Effect<Answer, E, R>) =>
  (arrived: Arrived) =>
    Effect.flatMap(judged(taking, arrived), (read) =>
      Result.isSuccess(read) ? use(read.success) : Effect.succeed<Answer>(faulty(read.failure)),
    )

/** A codec for a part that an operation ignores; the key still covers it. */
export const unread = { read: () => null }

const noBody = () => Effect.succeed<JsonBody>(Result.succeed(null))

const faultsIn = (read: Result.Result<unknown, InvalidFields>): ReadonlyArray<Fault> =>
  Result.isFailure(read) ? read.failure.faults : []

const answering = <E, R>(
  use: (arrived: Arrived) => Effect.Effect<Answer, E, R>,
  bodyOf: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<JsonBody>,
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.flatMap(bodyOf(request), (body) => {
      if (Result.isFailure(body)) return Effect.succeed(body.failure)
      const key = decodeIdempotencyKey(request.headers[keyHeader] ?? null)
      return Effect.flatMap(Clock.currentTimeMillis, (millis) =>
        Effect.map(use({ body: body.success, key, request, now: instant(millis) }), (answer) =>
          HttpServerResponse.isHttpServerResponse(answer) ? answer : answered(answer),
        ),
      )
    }),
  ).pipe(told, orServerError)

/**
 * A request whose body came by the form of a page.
 *
 * @param key - as it was sent; null if there is none
 */
export const arrivedByForm = Effect.fnUntraced(function* (body: unknown, key: string | null) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const now = instant(yield* Clock.currentTimeMillis)
  const arrived: Arrived = { body, key: decodeIdempotencyKey(key), request, now }
  return arrived
})

const keyHeader = idempotencyKeyField.toLowerCase()

/** What keeps an operation from being done and is the caller's to mend. */
type Told = KeyMismatched | KeyInUse | InvalidFields

const told = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    self,
    (error): error is Extract<E, Told> =>
      error instanceof InvalidFields || error instanceof KeyMismatched || error instanceof KeyInUse,
    (error) => Effect.succeed(answerTo(error)),
  )

const answerTo = (error: Told): HttpServerResponse.HttpServerResponse => {
  switch (error._tag) {
    case "InvalidFields":
      return faulty(error)
    case "KeyMismatched":
      return faulty(idempotencyKeyReused())
    case "KeyInUse":
      return inUse
  }
}

const inUse = HttpServerResponse.setHeader(failed(new Conflict()), "retry-after", "1")
