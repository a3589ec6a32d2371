/** Tells if the panel belongs to a sandbox, and the time there. */
import { instant, saoPauloDate } from "@vintem/domain/calendar"
import * as Effect from "effect/Effect"
import type { Client } from "../ask/panel-client.ts"
import { shared, useShared } from "../state/shared.ts"

/** The document says this: the sandbox's parts get their space before the time is known. */
export const isSandbox: boolean = document.getElementById("panel")?.dataset["sandbox"] !== undefined

/** ISO 8601, in UTC; null until it is known. */
export const sandboxTime = shared<string | null>(null)

/** Today's date in São Paulo, in a sandbox by its clock: `YYYY-MM-DD`. */
export const useToday = (): string => {
  const now = useShared(sandboxTime)
  return saoPauloDate(instant(now === null ? Date.now() : Date.parse(now)))
}

/** If this is refused, the time stays unknown: pages show their own failures. */
export const readSandboxTime = (client: Client, company: string): Effect.Effect<void> =>
  client.sandboxClock.read({ params: { company } }).pipe(
    Effect.match({
      onFailure: () => {},
      onSuccess: ({ data }) => sandboxTime.set(data.now),
    }),
  )
