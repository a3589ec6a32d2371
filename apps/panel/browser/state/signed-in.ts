/**
 * The signed-in user, as far as the panel knows. After a session has ended, the next user who signs in is compared with
 * this one.
 */
import { type Shared, shared } from "./shared.ts"

export interface Known {
  readonly id: number
  readonly email: string
}

export const signedInAs: Shared<Known | null> = shared<Known | null>(null)
