/**
 * Pages that are not in the script everybody begins with: they come when somebody goes to one of them, or shortly after the first page is
 * shown.
 */
import * as Effect from "effect/Effect"
import type { FunctionComponent } from "preact"
import { lazy } from "preact-iso"
import { panelPath } from "../../src/paths.ts"
import { backOnline, isConnected } from "../ask/connection.ts"

/** Milliseconds between two tries. */
const pause = 2_000

/** What has not come yet, in the order of the routes. */
const groups: Array<() => Promise<unknown>> = []

/** @returns a choice of one page of the group */
export const onDemand = <Pages>(load: () => Promise<Pages>) => {
  let coming: Promise<Pages> | null = null
  groups.push(load)
  const come = (): Promise<Pages> => {
    coming ??= Effect.runPromise(untilThere(load))
    return coming
  }
  return <Parameters>(pick: (pages: Pages) => FunctionComponent<Parameters>): FunctionComponent<Parameters> =>
    lazy(() => come().then(pick))
}

/** Whatever is missing still. What does not come is asked for again by whoever needs it. */
export const loadTheRest = (): void => {
  for (const load of groups) load().catch(() => {})
}

/** A service that was replaced meanwhile has pages under other names: then the panel begins anew, where one wanted to go. */
const untilThere = <Pages>(load: () => Promise<Pages>): Effect.Effect<Pages> =>
  Effect.matchEffect(Effect.tryPromise(load), {
    onFailure: () =>
      Effect.flatMap(isReplaced, (replaced) => {
        if (replaced) {
          location.reload()
          return Effect.never
        }
        isConnected.set(false)
        return Effect.flatMap(Effect.race(Effect.sleep(pause), backOnline), () => untilThere(load))
      }),
    onSuccess: (pages) => {
      isConnected.set(true)
      return Effect.succeed(pages)
    },
  })

/** Whether the service has another script than the one that runs here. */
const isReplaced: Effect.Effect<boolean> = Effect.tryPromise(async () => {
  const answer = await fetch(panelPath, { cache: "no-cache" })
  const own = document.querySelector('script[type="module"]')?.getAttribute("src")
  return answer.ok && own != null && !(await answer.text()).includes(own)
}).pipe(Effect.orElseSucceed(() => false))
