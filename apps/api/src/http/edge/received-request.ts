/**
 * Receives and answers every request with a body or an idempotency key.
 *
 * Every request is checked in one order: media type, size, JSON; then the body by the operation's codec together with
 * the key, and their faults are reported together; then the path. Only then the operation runs, with the parsed
 * request.
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

/** A request before it is judged. */
export interface Arrived {
  readonly body: unknown
  /** The key in the header: null if there is none, or its faults. */
  readonly key: Result.Result<string | null, InvalidFields>
  readonly request: HttpServerRequest.HttpServerRequest
  readonly now: Instant
}

/** The input of an operation. */
export interface Received<A> {
  /** The decoded body. */
  readonly input: A
  readonly now: Instant
  /**
   * The request under its key; null if it has none.
   *
   * @param scope - the scope of the key
   * @param read - the parsed `payment` of the body: see `fingerprintedBody`
   */
  readonly keyed: (scope: KeyScope, read?: PaymentRead) => KeyedRequest | null
}

/** The requests that an operation accepts. */
export interface Taking<A, E = never, R = never> {
  /** A codec of the contract, or a wrapper of one. */
  readonly body: { readonly read: Reader<A, Today> }
  /**
   * Further faults of an invalid body: its references are looked up in any case, so that all faults are reported at
   * once.
   */
  readonly beside?: (body: unknown, now: Instant) => Effect.Effect<ReadonlyArray<Fault>, E, R>
  /** True if the body is optional. Absent: false. */
  readonly isOptional?: boolean
  /** False if the operation ignores the idempotency key. Absent: true. */
  readonly isKeyed?: boolean
}

/** What an operation answers: an answer to store under a key, or one that is only sent. */
type Answer = AnswerToSend | HttpServerResponse.HttpServerResponse

/** The operation of an endpoint. */
export const operation = <A, E, R, E2 = never, R2 = never>(
  taking: Taking<A, E2, R2>,
  use: (received: Received<A>) => Effect.Effect<Answer, E, R>,
) => answering(judgedFirst(taking, use), taking.isOptional === true ? jsonBodyOrNone : jsonBody)

/**
 * The operation of an endpoint whose codec depends on another part of the request, such as the link: `use` reads the
 * body.
 */
export const operationOnArrival = <E, R>(use: (arrived: Arrived) => Effect.Effect<Answer, E, R>) =>
  answering(use, jsonBody)

/** The operation of an endpoint without a body. */
export const operationWithoutBody = <E, R>(
  use: (received: Received<null>) => Effect.Effect<Answer, E, R>,
  { isKeyed = true }: Pick<Taking<null>, "isKeyed"> = {},
) => {
  const taking: Taking<null> = { body: unread, isKeyed }
  return answering(judgedFirst(taking, use), noBody)
}

/** The day of a request, computed only when a codec reads it. Only a card's codec does. */
class At implements Today {
  readonly #now: Instant
  constructor(now: Instant) {
    this.#now = now
  }
  get today() {
    return saoPauloDate(this.#now)
  }
}

/** Checks a body and its key, and reports all their faults at once. */
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

/** A codec for a part that an operation ignores. The fingerprint still covers it. */
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
 * A request whose body a page's form has sent.
 *
 * @param key - the sent key; null if there is none
 */
export const arrivedByForm = Effect.fnUntraced(function* (body: unknown, key: string | null) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const now = instant(yield* Clock.currentTimeMillis)
  const arrived: Arrived = { body, key: decodeIdempotencyKey(key), request, now }
  return arrived
})

const keyHeader = idempotencyKeyField.toLowerCase()

/** Failures of an operation that the caller can correct. */
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
