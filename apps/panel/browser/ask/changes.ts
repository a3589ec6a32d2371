/**
 * Hears what changes at the company whose pages are open, while it happens: one stream for all that is shown.
 *
 * A stream that ends or falls silent is begun again, and goes on after the last event that came. While nobody looks at the page it is
 * closed: a browser has few connections to a place, and other tabs need them.
 */
import { type ChangeEvent, type ChangeView, changeBeatMillis } from "@vintem/contract"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Stream from "effect/Stream"
import { shared } from "../state/shared.ts"
import { client } from "./panel-client.ts"

/** Whether changes are heard at the moment. */
export const isLive = shared(false)

/** What has changed; null where it may be anything. */
type Hearer = (changes: ReadonlyArray<ChangeView> | null) => void

const hearers = new Set<Hearer>()

/** @returns what ends it */
export const hearChanges = (hearer: Hearer): (() => void) => {
  hearers.add(hearer)
  return () => void hearers.delete(hearer)
}

/** Begins to hear of a company. @returns what ends it */
export const followChanges = (company: string): (() => void) => {
  const fiber = Effect.runFork(following(company))
  return () => {
    isLive.set(false)
    Effect.runFork(Fiber.interrupt(fiber))
  }
}

/** Milliseconds before a stream that ended is begun again, and before one that was refused. */
const pauses = { ended: 1_000, refused: 30_000 } as const

/** How long a tab is hidden before its stream is closed, milliseconds: whoever looks elsewhere for a moment comes back at once. */
const hiddenMillis = 10_000

const following = (company: string) => {
  let lastId: string | undefined
  const hear = (event: ChangeEvent) =>
    Effect.sync(() => {
      lastId = event.id
      isLive.set(true)
      if (event.event === "beat") return
      const changes = event.event === "changes" ? event.data.changes : null
      for (const hearer of [...hearers]) hearer(changes)
    })
  const listen = Effect.suspend(() =>
    client.changes.follow({
      params: { company },
      headers: lastId === undefined ? {} : { "last-event-id": lastId },
    }),
  ).pipe(
    Effect.flatMap((events) => Stream.runForEach(Stream.timeout(events, 2 * changeBeatMillis), hear)),
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
      Effect.as(heardFrom(window, "offline"), pauses.ended),
    ])
    isLive.set(false)
    yield* Effect.sleep(pause)
  })
  return Effect.forever(once)
}

/** By the service itself, which will not soon think otherwise. */
const isRefused = (error: { readonly _tag: string }): boolean =>
  ["Forbidden", "NotFound", "TooManyRequests", "Unavailable"].includes(error._tag)

const heardFrom = (target: EventTarget, name: string) =>
  Effect.callback<void>((resume) => {
    const heard = (): void => resume(Effect.void)
    target.addEventListener(name, heard, { once: true })
    return Effect.sync(() => target.removeEventListener(name, heard))
  })

const becomesVisible = heardFrom(document, "visibilitychange")

const untilShown: Effect.Effect<void> = Effect.suspend(() =>
  document.hidden ? Effect.flatMap(becomesVisible, () => untilShown) : Effect.void,
)

/** For so long that somebody seems to do something else. */
const untilHidden: Effect.Effect<void> = Effect.suspend(() =>
  document.hidden
    ? Effect.flatMap(
        Effect.raceFirst(Effect.as(Effect.sleep(hiddenMillis), true), Effect.as(untilShown, false)),
        (isLong) => (isLong ? Effect.void : untilHidden),
      )
    : Effect.flatMap(becomesVisible, () => untilHidden),
)
