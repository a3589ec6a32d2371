/** The errors of signing in, on the wire. */
import type { TicketInvalid, WrongCode, WrongCredentials } from "@vintem/application"
import { passwordRefused, worthNothing, wrongCode, wrongCredentials, wrongPassword } from "@vintem/contract"
import type { PasswordRefused, TooManyGuesses } from "@vintem/domain/access"
import type { PasswordsBusy } from "@vintem/domain/ports"
import { Clock, Effect } from "effect"
import { tooManyRequests } from "../edge/limits/rate-limit.ts"

/** Too many guesses: the answer says how long to wait. */
export const tooFast = ({ until }: TooManyGuesses) =>
  Effect.map(Clock.currentTimeMillis, (now) => tooManyRequests(Math.max(1, Math.ceil((until - now) / 1000))))

/** Too many passwords are waiting to be hashed: the caller has to retry. */
export const tooBusy = (_: PasswordsBusy) => Effect.succeed(tooManyRequests(1))

export const notTheirs = (_: WrongCredentials) => Effect.fail(wrongCredentials())
export const notTheirPassword = (_: WrongCredentials) => Effect.fail(wrongPassword())
export const notTheCode = (_: WrongCode) => Effect.fail(wrongCode())
export const stepGone = (_: TicketInvalid) => Effect.fail(worthNothing("ticket"))
export const linkGone = (_: TicketInvalid) => Effect.fail(worthNothing("token"))
export const passwordNotTaken = (refused: PasswordRefused) => Effect.fail(passwordRefused(refused))
