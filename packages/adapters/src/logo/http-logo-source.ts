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

/** Allowed places and times for logos. */
export interface LogoSourceOptions {
  /** True if they may also be on this machine and its private networks, unencrypted and on any port. */
  readonly allowPrivate: boolean
  /** Milliseconds for fetching and encoding one, with redirects and waiting; 5 seconds if absent. */
  readonly timeoutMillis?: number
  /** The lookup of names; by default the machine's, or the name servers' if private targets are not allowed. */
  readonly resolve?: ResolveName
}

/** Milliseconds. */
const patienceMillis = 5_000

/** The first is how long a found logo is kept, the second how long a missing one is. */
const keep = { found: "1 hour", none: "1 minute" } as const satisfies Record<string, Duration.Input>

/** The most cached logos, latest requested: a few ten kilobytes each. */
const capacity = 200

/**
 * Concurrent fetches: in all, per host and per company. A host that does not answer delays its own logos alone, and a
 * company its own.
 */
const atOnce = { fetched: 16, ofHost: 2, ofCompany: 1 }

/** Encoded one at a time: a large picture takes tens of megabytes meanwhile. Waiting companies are served in turn. */
const making = { atOnce: 1, ofOne: 1, callers: 64 }

/** A requested logo. */
class Asked extends Data.Class<{ readonly company: CompanyId; readonly url: string }> {}

/**
 * Fetches logos over HTTP like webhooks are sent, from checked addresses, and encodes them as WebP of at most 640 by
 * 192 pixels.
 */
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
  /** How many have a slot or wait for one. */
  readonly present: number
}

/** Limits concurrent runs per name. A name is remembered only while it is in use. */
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
