/**
 * The user who is signed in, as far as the panel knows: a user who signs in after the session has ended is compared with them.
 */
import { type Shared, shared } from "./shared.ts"

export interface Known {
  readonly id: number
  readonly email: string
}

export const signedInAs: Shared<Known | null> = shared<Known | null>(null)
