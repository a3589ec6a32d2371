/** Pages outside the first script: loaded when one of them is opened, or shortly after the first page is shown. */
import * as Effect from "effect/Effect"
import type { FunctionComponent } from "preact"
import { lazy } from "preact-iso"
import { panelPath } from "../../src/paths.ts"
import { backOnline, isConnected } from "../ask/connection.ts"

/** Milliseconds between two tries. */
const pause = 2_000

/** The group of each page. */
const groups = new Map<unknown, () => Promise<unknown>>()

/** @returns picks a page of the group */
export const onDemand = <Pages>(load: () => Promise<Pages>) => {
  let coming: Promise<Pages> | null = null
  const come = (): Promise<Pages> => {
    coming ??= Effect.runPromise(untilThere(load))
    return coming
  }
  return <Parameters>(pick: (pages: Pages) => FunctionComponent<Parameters>): FunctionComponent<Parameters> => {
    const page: FunctionComponent<Parameters> = lazy(() => come().then(pick))
    groups.set(page, load)
    return page
  }
}

/**
 * Loads the missing ones among these pages, before the user opens one. A failed load is repeated on demand.
 *
 * @param pages - the pages that the user may see
 */
export const loadTheRest = (pages: ReadonlyArray<unknown>): void => {
  for (const load of new Set(pages.map((page) => groups.get(page)))) load?.().catch(() => {})
}

/**
 * If a part does not load, the panel reloads at the requested page once the service answers again: browsers may
 * remember the failure, and after an upgrade the part has another name.
 */
export const untilThere = <Pages>(load: () => Promise<Pages>): Effect.Effect<Pages> =>
  Effect.catch(Effect.tryPromise(load), () => Effect.andThen(untilAnswers, beginAnew))

const untilAnswers: Effect.Effect<void> = Effect.suspend(() => {
  isConnected.set(false)
  const pausing = Effect.race(Effect.sleep(pause), backOnline)
  return Effect.andThen(
    pausing,
    Effect.flatMap(answers, (there) => (there ? Effect.void : untilAnswers)),
  )
})

const answers: Effect.Effect<boolean> = Effect.tryPromise(() => fetch(panelPath, { cache: "no-cache" })).pipe(
  Effect.match({ onFailure: () => false, onSuccess: ({ ok }) => ok }),
)

const beginAnew = Effect.suspend(() => {
  location.reload()
  return Effect.never
})
