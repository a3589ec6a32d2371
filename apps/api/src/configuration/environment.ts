/** Production or sandbox. In a sandbox no money is real, everything has a default, and the acquirer is simulated. */
import { literalKind } from "./value-kind.ts"

export const environments = ["sandbox", "production"] as const
export type Environment = (typeof environments)[number]

export const environmentKind = literalKind(environments)
