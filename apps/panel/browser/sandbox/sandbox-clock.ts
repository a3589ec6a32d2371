/**
 * Whether the panel is that of a sandbox, and what time it is there.
 */
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import * as Effect from "effect/Effect"
import type { Client } from "../ask/panel-client.ts"
import { shared, useShared } from "../state/shared.ts"

/** Said by the document: what only a sandbox shows has its place before the time is known. */
export const isSandbox: boolean = document.getElementById("panel")?.dataset["sandbox"] !== undefined

/** ISO 8601, in UTC; null until it is known. */
export const sandboxTime = shared<string | null>(null)

/** Today's date in São Paulo, in a sandbox by its clock: `YYYY-MM-DD`. */
export const useToday = (): string => {
  const now = useShared(sandboxTime)
  return saoPauloDate(instant(now === null ? Date.now() : Date.parse(now)))
}

/** If it is refused, the time stays unknown: pages say themselves what happened. */
export const readSandboxTime = (client: Client, company: string): Effect.Effect<void> =>
  client.sandboxClock.read({ params: { company } }).pipe(
    Effect.match({
      onFailure: () => {},
      onSuccess: ({ data }) => sandboxTime.set(data.now),
    }),
  )
