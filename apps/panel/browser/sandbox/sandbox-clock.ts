/**
 * The clock of the sandbox as the panel knows it: null where there is none, which is how the panel knows that it works for real.
 */
import * as Effect from "effect/Effect"
import type { Client } from "../ask/panel-client.ts"
import { shared } from "../state/shared.ts"

/** ISO 8601, in UTC. */
export const sandboxTime = shared<string | null>(null)

export const readSandboxTime = (client: Client, company: string): Effect.Effect<void> =>
  client.sandboxClock.read({ params: { company } }).pipe(
    Effect.match({
      // In production it is not there. Whatever else happened, pages say themselves.
      onFailure: () => sandboxTime.set(null),
      onSuccess: ({ data }) => sandboxTime.set(data.now),
    }),
  )
