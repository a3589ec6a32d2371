/**
 * Logos on hosts of companies: fetched, encoded again and cached, in each process.
 */
import type { CompanyId } from "@vintem/domain/identifiers"
import { type Logo, LogoSource } from "@vintem/domain/ports"
import * as Cache from "effect/Cache"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { takingTurns } from "../node/turns.ts"
import { namesFor, type ResolveName } from "../webhook/name-resolver.ts"
import { encodeLogo } from "./encode-logo.ts"
import { pictureFetcher } from "./fetch-picture.ts"
import { LogoNotRead } from "./logo-not-read.ts"

/** Where logos may lie, and how long they may take. */
export interface LogoSourceOptions {
  /** Whether they may also lie on this machine and its private networks, without encryption and on any port. */
  readonly allowPrivate: boolean
  /** For fetching one and making it anew, with all that it moved and waited for others. Milliseconds; 5 seconds if left out. */
  readonly timeoutMillis?: number
  /** How names are looked up; if left out the machine's way, or without private targets the name servers'. */
  readonly resolve?: ResolveName
}

/** Milliseconds. */
const patienceMillis = 5_000

/** After the first, a changed logo at the same address is seen; after the second, one that was missing. */
const keep = { found: "1 hour", none: "1 minute" } as const satisfies Record<string, Duration.Input>

/** Logos that are remembered, the latest asked for: a few ten kilobytes each. */
const capacity = 200

/**
 * Fetched at the same time, of all, of one host and of one company. A host that does not answer holds up its own logos alone, and a company its own.
 */
const atOnce = { fetched: 16, ofHost: 2, ofCompany: 1 }

/** Made one at a time: a large picture takes tens of megabytes while it is made. The companies that wait are served in turn. */
const making = { atOnce: 1, ofOne: 1, callers: 64 }

/** A logo that is asked for. */
class Asked extends Data.Class<{ readonly company: CompanyId; readonly url: string }> {}

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
      const inHost = fewOfEach(atOnce.ofHost)
      const inCompany = fewOfEach(atOnce.ofCompany)
      const inTurn = takingTurns(making, () => new LogoNotRead({ detail: "too many pictures wait to be encoded" }))
      const made = ({ company, url }: Asked) =>
        inCompany(
          String(company),
          Effect.flatMap(inHost(URL.parse(url)?.host ?? "", fetching.withPermit(fetchPicture(url))), (picture) =>
            // Encoding cannot be stopped: the next picture begins when it has ended.
            inTurn({ name: String(company), isKnown: false }, Effect.uninterruptible(encodeLogo(picture))),
          ),
        )
      const inTime = (asked: Asked) =>
        Effect.timeoutOrElse(made(asked), {
          duration: timeoutMillis,
          orElse: () => new LogoNotRead({ detail: "no picture in time" }),
        })
      const read = (asked: Asked): Effect.Effect<Option.Option<Logo>> =>
        Effect.catch(Effect.asSome(inTime(asked)), ({ detail }) =>
          Effect.as(Effect.logWarning("no logo was read", { from: URL.parse(asked.url)?.host, detail }), Option.none()),
        )
      const cache = yield* Cache.makeWith(read, {
        capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? keep.found : keep.none),
      })
      return LogoSource.of({ find: (company, url) => Cache.get(cache, new Asked({ company, url })) })
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
