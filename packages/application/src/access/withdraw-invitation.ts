/**
 * Withdraws an invitation: its link no longer works.
 */
import type { Realm, TicketId } from "@vintem/domain/access"
import { type StorageUnavailable, TicketRepository, type Trail, UnitOfWork } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { recordChange, typedSubject } from "../trail/record-change.ts"

/** @returns false if there was none: it may have been accepted or withdrawn, or belong to another realm */
export const withdrawInvitation = Effect.fn("withdrawInvitation")(function* (
  realm: Realm,
  id: TicketId,
): Effect.fn.Return<boolean, StorageUnavailable, Trail | TicketRepository | UnitOfWork> {
  const { commit } = yield* UnitOfWork
  return yield* commit(
    Effect.gen(function* () {
      const tickets = yield* TicketRepository
      const withdrawn = yield* tickets.withdrawInvitation(realm, id)
      if (Option.isNone(withdrawn)) return false
      const { purpose } = withdrawn.value
      if (purpose._tag !== "Invitation") return yield* Effect.die(new Error("Only invitations are into a realm."))
      yield* recordChange({
        realm,
        action: "member.withdraw_invitation",
        subject: typedSubject(purpose.email),
        before: { role: purpose.grant.role },
        after: null,
      })
      return true
    }),
  )
})
