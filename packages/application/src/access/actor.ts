/** Who changes memberships, with their grants. */
import type { Grant, UserId } from "@vintem/domain/access"
import { MembershipRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"

/** A signed-in user; or the command line or the administration's token, which may do whatever an operator may. */
export type Actor = { readonly _tag: "User"; readonly user: UserId } | { readonly _tag: "System" }

/** Part of a unit: the actor's current grants. */
export const grantsOfActor = Effect.fnUntraced(function* (
  actor: Actor,
): Effect.fn.Return<ReadonlyArray<Grant>, StorageUnavailable, MembershipRepository> {
  if (actor._tag === "System") return [{ _tag: "platform", role: "operator" }] satisfies ReadonlyArray<Grant>
  const members = yield* MembershipRepository
  return yield* members.grantsOf(actor.user)
})
