/**
 * Logos on hosts of companies: fetched, encoded again and cached, in each process.
 */
import { type Logo, LogoSource } from "@vintem/domain/ports"
import * as Cache from "effect/Cache"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { namesFor, type ResolveName } from "../webhook/name-resolver.ts"
import { encodeLogo } from "./encode-logo.ts"
import { pictureFetcher } from "./fetch-picture.ts"
import { LogoNotRead } from "./logo-not-read.ts"

/** Where logos may lie, and how long they may take. */
export interface LogoSourceOptions {
  /** Whether they may also lie on this machine and its private networks, without encryption and on any port. */
  readonly allowPrivate: boolean
  /** For fetching one and making it anew, with all that it moved and waited for others. Milliseconds; 5 seconds where left out. */
  readonly timeoutMillis?: number
  /** How names are looked up; where left out the machine's way, or without private targets the name servers'. */
  readonly resolve?: ResolveName
}

/** Milliseconds. */
const patienceMillis = 5_000

/** After the first, a changed logo at the same address is seen; after the second, one that was missing. */
const keep = { found: "1 hour", none: "1 minute" } as const satisfies Record<string, Duration.Input>

/** Logos that are remembered, the latest asked for: a few ten kilobytes each. */
const capacity = 200

/**
 * Fetched at the same time, of all hosts and of one, and made at the same time: a large picture takes tens of megabytes while it is made. A host
 * that does not answer holds up its own logos alone.
 */
const atOnce = { fetched: 16, ofHost: 2, made: 1 }

/** Fetches logos over HTTP as webhooks are sent, to addresses that were judged, and makes them anew as WebP of at most 640 by 192 pixels. */
export const layer = ({
  allowPrivate,
  timeoutMillis = patienceMillis,
  resolve = namesFor(allowPrivate),
}: LogoSourceOptions): Layer.Layer<LogoSource> =>
  Layer.effect(
    LogoSource,
    Effect.gen(function* () {
      const fetchPicture = yield* pictureFetcher({ policy: { allowPrivate }, resolve }, timeoutMillis)
      const fetching = yield* Semaphore.make(atOnce.fetched)
      const making = yield* Semaphore.make(atOnce.made)
      const inHost = fewOfEach(atOnce.ofHost)
      const made = (url: string) =>
        Effect.flatMap(inHost(URL.parse(url)?.host ?? "", fetching.withPermit(fetchPicture(url))), (picture) =>
          // Encoding cannot be stopped: the next picture begins when it has ended.
          making.withPermit(Effect.uninterruptible(encodeLogo(picture))),
        )
      const inTime = (url: string) =>
        Effect.timeoutOrElse(made(url), {
          duration: timeoutMillis,
          orElse: () => new LogoNotRead({ detail: "no picture in time" }),
        })
      const read = (url: string): Effect.Effect<Option.Option<Logo>> =>
        Effect.catch(Effect.asSome(inTime(url)), ({ detail }) =>
          Effect.as(Effect.logWarning("no logo was read", { from: URL.parse(url)?.host, detail }), Option.none()),
        )
      const cache = yield* Cache.makeWith(read, {
        capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? keep.found : keep.none),
      })
      return LogoSource.of({ find: (url) => Cache.get(cache, url) })
    }),
  )

interface Slots {
  readonly semaphore: Semaphore.Semaphore
  /** How many have or await one. */
  readonly present: number
}

/** Runs so many at a time of each name. A name is remembered only as long as it is in use. */
const fewOfEach = (max: number) => {
  const slotsOf = new Map<string, Slots>()
  const enter = (name: string) => {
    const { present, semaphore } = slotsOf.get(name) ?? { semaphore: Semaphore.makeUnsafe(max), present: 0 }
    slotsOf.set(name, { semaphore, present: present + 1 })
    return semaphore
  }
  const leave = (name: string, semaphore: Semaphore.Semaphore) => {
    const present = (slotsOf.get(name)?.present ?? 1) - 1
    if (present === 0) slotsOf.delete(name)
    else slotsOf.set(name, { semaphore, present })
  }
  return <A, E>(name: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.acquireUseRelease(
      Effect.sync(() => enter(name)),
      (semaphore) => semaphore.withPermit(work),
      (semaphore) => Effect.sync(() => leave(name, semaphore)),
    )
}
