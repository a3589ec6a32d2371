/**
 * Receives the changes of the company whose pages are open, as they happen: one stream for all pages.
 *
 * A stream that ends or falls silent is begun again, and resumes after the last event that arrived. While the page is hidden it is
 * closed: a browser has few connections to one server, and other tabs need them.
 */
import { type ChangeEvent, type ChangeView, changeBeatMillis } from "@vintem/contract"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { shared } from "../state/shared.ts"
import { client } from "./panel-client.ts"

/** Whether changes are being received. */
export const isLive = shared(false)

/** What has changed; null if it may be anything. */
type Receiver = (changes: ReadonlyArray<ChangeView> | null) => void

const receivers = new Set<Receiver>()

/** @returns what ends it */
export const onChanges = (receiver: Receiver): (() => void) => {
  receivers.add(receiver)
  return () => void receivers.delete(receiver)
}

/** Begins to follow a company. @returns what ends it */
export const followChanges = (company: string): (() => void) => {
  const fiber = Effect.runFork(following(company))
  return () => {
    isLive.set(false)
    Effect.runFork(Fiber.interrupt(fiber))
  }
}

/** Milliseconds before a stream that ended is begun again, and before one that was refused. */
const pauses = { ended: 1_000, refused: 30_000 } as const

/** How long a tab is hidden before its stream is closed, milliseconds: a user who looks elsewhere for a moment finds it open. */
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
