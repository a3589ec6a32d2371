/**
 * The panel's connection to its API: watches if the service answers, and if the session still lasts.
 *
 * A request without an answer is sent again until there is one, if sending it twice is safe. If the session has ended,
 * a refused request waits until the user has signed in again, and is sent then: forms keep the typed values. A request
 * that needs the password waits for it likewise.
 */
import { neededHeader } from "@vintem/contract/panel-door"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import { shared } from "../state/shared.ts"

/** True if the last request was answered. */
export const isConnected = shared(true)

/** Ends when the user signs in; null while no request waits for that. */
export const signedInAgain = shared<Deferred.Deferred<void> | null>(null)

/** Ends when the user gives the password (true) or declines (false); null while no request waits for that. */
export const passwordWanted = shared<Deferred.Deferred<boolean> | null>(null)

/** The error of a request whose user did not give the password: nothing was done. */
export const passwordNotGiven = { _tag: "PasswordNotGiven" } as const

/** Milliseconds before the first, the second, and each further retry. */
const pauses = [1_000, 2_000, 4_000, 8_000] as const

type Answer = Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>

/** A client that waits instead of giving up. */
export const patiently: (client: HttpClient.HttpClient) => HttpClient.HttpClient = HttpClient.transform(
  (answer, request) =>
    whilePasswordWanted(whileSignedOut(mayBeSentTwice(request) ? untilAnswered(answer) : noticed(answer))),
)

/** A request with an idempotency key is done once, however often it is sent. */
const mayBeSentTwice = ({ headers, method }: HttpClientRequest.HttpClientRequest): boolean =>
  method !== "POST" || headers["idempotency-key"] !== undefined

const untilAnswered = (answer: Answer, times = 0): Answer =>
  Effect.matchEffect(answer, {
    onFailure: (error) => (error.reason._tag === "TransportError" ? retried(answer, times) : Effect.fail(error)),
    onSuccess: (response) => {
      // A proxy in front of the service answered: the service is restarting or unreachable. Its own answers have an id.
      const isNamed = response.headers["x-request-id"] !== undefined
      if (!isNamed && response.status >= 502 && response.status <= 504) return retried(answer, times)
      isConnected.set(true)
      return Effect.succeed(response)
    },
  })

const retried = (answer: Answer, times: number): Answer => {
  isConnected.set(false)
  const pause = pauses[Math.min(times, pauses.length - 1)] ?? 0
  return Effect.flatMap(Effect.race(Effect.sleep(pause), backOnline), () => untilAnswered(answer, times + 1))
}

/** The browser reports that it is online again. */
export const backOnline = Effect.callback<void>((resume) => {
  const fired = (): void => resume(Effect.void)
  addEventListener("online", fired, { once: true })
  return Effect.sync(() => removeEventListener("online", fired))
})

const noticed = (answer: Answer): Answer => Effect.tap(answer, () => Effect.sync(() => isConnected.set(true)))

const whileSignedOut = (answer: Answer): Answer =>
  Effect.flatMap(answer, (response) => {
    if (response.status !== 401) return Effect.succeed(response)
    const waiting = signedInAgain.get() ?? Deferred.makeUnsafe<void>()
    signedInAgain.set(waiting)
    return Effect.flatMap(Deferred.await(waiting), () => whileSignedOut(answer))
  })

const whilePasswordWanted = (answer: Answer): Answer =>
  Effect.flatMap(answer, (response) => {
    if (response.status !== 403 || response.headers[neededHeader] !== "password") return Effect.succeed(response)
    const waiting = passwordWanted.get() ?? Deferred.makeUnsafe<boolean>()
    passwordWanted.set(waiting)
    return Effect.flatMap(Deferred.await(waiting), (isGiven) =>
      isGiven ? whilePasswordWanted(answer) : Effect.die(passwordNotGiven),
    )
  })

/** Releases the requests that wait for the password, to continue or to fail. */
export const goOnWithPassword = (isGiven: boolean): void => {
  const waiting = passwordWanted.get()
  passwordWanted.set(null)
  if (waiting !== null) Effect.runSync(Deferred.succeed(waiting, isGiven))
}

/** Releases all waiting requests. */
export const goOn = (): void => {
  const waiting = signedInAgain.get()
  signedInAgain.set(null)
  if (waiting !== null) Effect.runSync(Deferred.succeed(waiting, undefined))
}
