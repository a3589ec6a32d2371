/**
 * Receives a company's changes as they happen: one stream for all open pages.
 *
 * A stream that ends or falls silent is restarted, and resumes after the last event that arrived. It is closed while
 * the page is hidden: a browser has few connections to one server, and other tabs need them.
 */
import { type ChangeEvent, type ChangeView, changeBeatMillis } from "@vintem/contract"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { shared } from "../state/shared.ts"
import { client } from "./panel-client.ts"

/** True while changes are being received. */
export const isLive = shared(false)

/** Takes the changes; null if anything may have changed. */
type Receiver = (changes: ReadonlyArray<ChangeView> | null) => void

const receivers = new Set<Receiver>()

/** @returns unsubscribes */
export const onChanges = (receiver: Receiver): (() => void) => {
  receivers.add(receiver)
  return () => void receivers.delete(receiver)
}

/** Starts following a company. @returns stops it */
export const followChanges = (company: string): (() => void) => {
  const fiber = Effect.runFork(following(company))
  return () => {
    isLive.set(false)
    Effect.runFork(Fiber.interrupt(fiber))
  }
}

/** Milliseconds before a stream restarts after it ended, or after it was refused. */
const pauses = { ended: 1_000, refused: 30_000 } as const

/**
 * Milliseconds after which a hidden tab closes its stream: it stays open for a user who looks elsewhere for a moment.
 */
const hiddenMillis = 10_000

const following = (company: string) => {
  let lastId: string | undefined
  const receive = (event: ChangeEvent) =>
    Effect.sync(() => {
      lastId = event.id
      isLive.set(true)
      if (event.event === "beat") return
      const changes = event.event === "changes" ? event.data.changes : null
      for (const receiver of [...receivers]) receiver(changes)
    })
  const listen = Effect.suspend(() =>
    client.changes.follow({
      params: { company },
      headers: lastId === undefined ? {} : { "last-event-id": lastId },
    }),
  ).pipe(
    Effect.flatMap((events) => Stream.runForEach(Stream.timeout(events, 2 * changeBeatMillis), receive)),
    Effect.match({
      onFailure: (error): number => (isRefused(error) ? pauses.refused : pauses.ended),
      onSuccess: () => pauses.ended,
    }),
  )
  const once = Effect.gen(function* () {
    yield* untilShown
    const pause = yield* Effect.raceAllFirst([
      listen,
      Effect.as(untilHidden, 0),
      Effect.as(eventOf(window, "offline"), pauses.ended),
    ])
    isLive.set(false)
    yield* Effect.sleep(pause)
  })
  return Effect.forever(once)
}

/** The service refused the stream: asking again soon would get the same answer. */
const isRefused = (error: { readonly _tag: string }): boolean =>
  ["Forbidden", "NotFound", "TooManyRequests", "Unavailable"].includes(error._tag)

const eventOf = (target: EventTarget, name: string) =>
  Effect.callback<void>((resume) => {
    const fired = (): void => resume(Effect.void)
    target.addEventListener(name, fired, { once: true })
    return Effect.sync(() => target.removeEventListener(name, fired))
  })

const becomesVisible = eventOf(document, "visibilitychange")

const untilShown: Effect.Effect<void> = Effect.suspend(() =>
  document.hidden ? Effect.flatMap(becomesVisible, () => untilShown) : Effect.void,
)

/** For longer than `hiddenMillis`. */
const untilHidden: Effect.Effect<void> = Effect.suspend(() =>
  document.hidden
    ? Effect.flatMap(
        Effect.timeoutOrElse(Effect.as(untilShown, false), {
          duration: hiddenMillis,
          orElse: () => Effect.succeed(true),
        }),
        (isLong) => (isLong ? Effect.void : untilHidden),
      )
    : Effect.flatMap(becomesVisible, () => untilHidden),
)
