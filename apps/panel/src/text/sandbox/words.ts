/**
 * What the levers of the sandbox say, in one language.
 */
import type { OrderEventKind } from "@vintem/contract"

export interface SandboxWords {
  readonly name: string
  readonly says: string
  readonly now: (time: string) => string
  readonly turn: Readonly<Record<"hour" | "day" | "month", string>>
  readonly turnSays: Readonly<Record<"hour" | "day" | "month", string>>
  readonly signOut: string
  readonly turned: string
  readonly acquirer: string
  readonly acquirerSays: string
  readonly event: string
  readonly events: Readonly<Record<OrderEventKind, string>>
  readonly report: string
  readonly reported: string
  readonly impossible: string
}
