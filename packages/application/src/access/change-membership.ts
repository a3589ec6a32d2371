/**
 * Changes somebody's role in a realm, or removes them from it.
 */
import {
  decideMembership,
  type Grant,
  instant,
  type MembershipChange,
  MembershipRepository,
  realmOfChange,
  UnitOfWork,
  type UserId,
} from "@vintem/domain"
import { Clock, Effect } from "effect"
import { type Actor, grantsOfActor } from "./actor.ts"

/** What is asked. People come in by an invitation: see `invite`. */
export interface ChangeMembership {
  readonly actor: Actor
  readonly user: UserId
  readonly change: Exclude<MembershipChange, { readonly _tag: "Add" }>
}

/** From its commit on, sessions that are open may what the new role allows. Fails with `MembershipRefused`. */
export const changeMembership = Effect.fn("changeMembership")(function* (asked: ChangeMembership) {
  const { commit } = yield* UnitOfWork
  return yield* commit(changeInUnit(asked))
})

/** Part of a unit. Of changes of one realm at once, each sees what the one before did. */
export const changeInUnit = Effect.fnUntraced(function* (asked: {
  readonly actor: Actor
  readonly user: UserId
  readonly change: MembershipChange
}) {
  const { actor, change, user } = asked
  const members = yield* MembershipRepository
  // First, for it makes the others wait.
  const heads = yield* members.heads(realmOfChange(change))
  const target = yield* members.grantsOf(user)
  const isSelf = actor._tag === "User" && actor.user === user
  const grant: Grant | null = yield* Effect.fromResult(
    decideMembership({ actor: yield* grantsOfActor(actor), target, isSelf, change, heads }),
  )
  if (grant === null) yield* members.remove(user, realmOfChange(change))
  else yield* members.put(user, grant, instant(yield* Clock.currentTimeMillis))
  return grant
})
