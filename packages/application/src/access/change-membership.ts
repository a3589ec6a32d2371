/**
 * Changes a user's role in a realm, or removes the user from it.
 */
import {
  decideMembership,
  type Grant,
  isSameRealm,
  type MembershipChange,
  type MembershipRefused,
  realmOf,
  realmOfChange,
  type UserId,
} from "@vintem/domain/access"
import { instant } from "@vintem/domain/calendar"
import { MembershipRepository, type StorageUnavailable, type Trail, UnitOfWork } from "@vintem/domain/ports"
import type { TrailAction } from "@vintem/domain/trail"
import { Clock, Effect } from "effect"
import { recordChange } from "../trail/record-change.ts"
import { type Actor, grantsOfActor } from "./actor.ts"

/** The request. People come in by an invitation: see `invite`. */
export interface ChangeMembership {
  readonly actor: Actor
  readonly user: UserId
  readonly change: Exclude<MembershipChange, { readonly _tag: "Add" }>
}

/** The new role counts from the commit on, also in open sessions. Fails with `MembershipRefused`. */
export const changeMembership = Effect.fn("changeMembership")(function* (
  asked: ChangeMembership,
): Effect.fn.Return<Grant | null, MembershipRefused | StorageUnavailable, Trail | MembershipRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  return yield* commit(changeInUnit(asked))
})

/** Part of a unit. Concurrent changes of one realm run one after another, and each sees the change before it. */
export const changeInUnit = Effect.fnUntraced(function* (asked: {
  readonly actor: Actor
  readonly user: UserId
  readonly change: MembershipChange
}): Effect.fn.Return<Grant | null, MembershipRefused | StorageUnavailable, Trail | MembershipRepository> {
  const { actor, change, user } = asked
  const members = yield* MembershipRepository
  // First, because it makes concurrent changes of the realm wait.
  const heads = yield* members.heads(realmOfChange(change))
  const target = yield* members.grantsOf(user)
  const isSelf = actor._tag === "User" && actor.user === user
  const grant: Grant | null = yield* Effect.fromResult(
    decideMembership({ actor: yield* grantsOfActor(actor), target, isSelf, change, heads }),
  )
  if (grant === null) yield* members.remove(user, realmOfChange(change))
  else yield* members.put(user, grant, instant(yield* Clock.currentTimeMillis))
  const realm = realmOfChange(change)
  const roleBefore = target.find((one) => isSameRealm(realmOf(one), realm))?.role ?? null
  yield* recordChange({
    realm,
    action: actionOf[change._tag],
    subject: user,
    before: roleBefore === null ? null : { role: roleBefore },
    after: grant === null ? null : { role: grant.role },
  })
  return grant
})

const actionOf: Readonly<Record<MembershipChange["_tag"], TrailAction>> = {
  Add: "member.add",
  Change: "member.change",
  Remove: "member.remove",
}
