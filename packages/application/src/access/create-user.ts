/** Makes a user with a role, for the command line: the first operator, or an owner for a company. */
import type { Grant, MembershipRefused, User, UserDetails } from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import {
  type MembershipRepository,
  type StorageUnavailable,
  type Trail,
  UnitOfWork,
  UserRepository,
} from "@vintem/domain/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { changeInUnit } from "./change-membership.ts"

/** Another user has the address. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

/** They have no password yet: `passwordLink` gives them a way to choose one. Fails with `EmailTaken`. */
export const createUser = Effect.fn("createUser")(function* (
  details: Omit<UserDetails, "createdAt">,
  grant: Grant,
): Effect.fn.Return<
  User,
  EmailTaken | MembershipRefused | StorageUnavailable,
  Trail | MembershipRepository | UnitOfWork | UserRepository
> {
  const { commit } = yield* UnitOfWork
  const users = yield* UserRepository
  return yield* commit(
    Effect.gen(function* () {
      const createdAt = instant(yield* Clock.currentTimeMillis)
      const user = Option.getOrNull(yield* users.add({ ...details, createdAt }))
      if (user === null) return yield* new EmailTaken()
      yield* changeInUnit({ actor: { _tag: "System" }, user: user.id, change: { _tag: "Add", grant } })
      return user
    }),
  )
})
