/** The contract of every store of tickets. */

import { inCompany, platform, type Ticket, type TicketPurpose, ticketSubject, UserId } from "@vintem/domain/access"
import { Email } from "@vintem/domain/customer"
import { CompanyId } from "@vintem/domain/identifiers"
import { TicketRepository, UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleTokenHash, found } from "./people-examples.ts"
import { later, page, wholeList } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const ticketRepositoryContract = (
  name: string,
  layer: Layer.Layer<TicketRepository | UnitOfWork, unknown>,
): void => {
  const fresh = onFreshStore(layer)
  const { it } = fresh

  describe(`TicketRepository: ${name}`, () => {
    it(
      "finds a ticket by its hash, with every field, while it is valid",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const purposes = [
          invitation(1),
          invitation(2, null),
          reset(7),
          { _tag: "SecondFactor", user: user(7), generation: 2, from: "a place" } as const,
        ]
        for (const [at, purpose] of purposes.entries()) {
          const ticket = yield* store(at, purpose)
          expect(ticket).toStrictEqual({ id: ticket.id, ...exampleTicket(at, purpose) })
          expect(found(yield* tickets.find(exampleTokenHash(at), later(0)))).toStrictEqual(ticket)
          expect(found(yield* tickets.find(exampleTokenHash(at), later(999)))).toStrictEqual(ticket)
          expect(Option.isNone(yield* tickets.find(exampleTokenHash(at), later(1_000)))).toBe(true)
        }
        expect(Option.isNone(yield* tickets.find(exampleTokenHash(99), later(0)))).toBe(true)
      }),
    )

    it(
      "gives a ticket once, and an expired one never",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const ticket = yield* store(1, reset(1))
        yield* store(2, reset(2))
        const take = (n: number, at: number) => tickets.take(exampleTokenHash(n), later(at))
        expect(found(yield* take(1, 999))).toStrictEqual(ticket)
        expect(Option.isNone(yield* take(1, 999))).toBe(true)
        expect(Option.isSome(yield* tickets.find(exampleTokenHash(2), later(0)))).toBe(true)
        expect(Option.isNone(yield* tickets.find(exampleTokenHash(1), later(0)))).toBe(true)
        expect(Option.isNone(yield* take(2, 1_000))).toBe(true)
        expect(Option.isNone(yield* take(3, 0))).toBe(true)
      }),
    )

    it(
      "gives a ticket to one of several concurrent callers",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const units = yield* UnitOfWork
        yield* store(1, reset(1))
        const take = units.commit(tickets.take(exampleTokenHash(1), later(0)))
        const taken = yield* Effect.replicateEffect(take, 8, { concurrency: "unbounded" })
        expect(taken.filter(Option.isSome)).toHaveLength(1)
      }),
    )

    it(
      "withdraws all tickets of a subject, and no others",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const purposes = [
          reset(1),
          reset(1),
          reset(2),
          { _tag: "SecondFactor", user: user(1), generation: 0, from: "a place" } as const,
        ]
        for (const [at, purpose] of purposes.entries()) yield* store(at, purpose)
        expect(yield* tickets.withdraw(ticketSubject(reset(1)))).toBe(2)
        expect(yield* tickets.withdraw(ticketSubject(reset(1)))).toBe(0)
        const left = yield* Effect.forEach([0, 1, 2, 3], (n) => tickets.find(exampleTokenHash(n), later(0)))
        expect(left.map(Option.isSome)).toStrictEqual([false, false, true, true])
      }),
    )

    it(
      "lists the valid invitations of a realm, newest first, page by page",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const a = yield* store(1, invitation(1))
        yield* store(2, invitation(2, null, { _tag: "platform", role: "auditor" }))
        yield* store(3, reset(1))
        const b = yield* store(4, invitation(3))
        yield* tickets.add({ ...exampleTicket(5, invitation(4)), expiresAt: later(10) })
        const list = (number: number) => tickets.invitations(inCompany(company), later(10), page(number, 1))
        expect(yield* list(1)).toStrictEqual({ entries: [b], total: 2 })
        expect(yield* list(2)).toStrictEqual({ entries: [a], total: 2 })
        expect(yield* tickets.invitations(platform, later(0), wholeList)).toMatchObject({ total: 1 })
        expect(yield* tickets.invitations(inCompany(CompanyId.make(2)), later(0), wholeList)).toStrictEqual({
          entries: [],
          total: 0,
        })
      }),
    )

    it(
      "withdraws an invitation in its own realm only, once",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const invited = yield* store(1, invitation(1))
        const { id } = invited
        const other = yield* store(2, reset(1))
        expect(yield* tickets.withdrawInvitation(platform, id)).toEqual(Option.none())
        expect(yield* tickets.withdrawInvitation(inCompany(CompanyId.make(2)), id)).toEqual(Option.none())
        expect(yield* tickets.withdrawInvitation(inCompany(company), other.id)).toEqual(Option.none())
        expect(yield* tickets.withdrawInvitation(inCompany(company), id)).toEqual(Option.some(invited))
        expect(yield* tickets.withdrawInvitation(inCompany(company), id)).toEqual(Option.none())
        expect(Option.isSome(yield* tickets.find(exampleTokenHash(2), later(0)))).toBe(true)
      }),
    )

    it(
      "forgets tickets that expired before an instant, up to a limit",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        for (const n of [1, 2, 3]) yield* tickets.add({ ...exampleTicket(n, reset(n)), expiresAt: later(n) })
        expect(yield* tickets.forget(later(3), 1)).toBe(1)
        expect(yield* tickets.forget(later(3), 10)).toBe(1)
        expect(yield* tickets.forget(later(3), 10)).toBe(0)
        expect(Option.isSome(yield* tickets.find(exampleTokenHash(3), later(2)))).toBe(true)
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const tickets = yield* TicketRepository
        const units = yield* UnitOfWork
        yield* store(1, reset(1))
        const unit = Effect.gen(function* () {
          yield* tickets.take(exampleTokenHash(1), later(0))
          yield* store(2, reset(2))
          return yield* Effect.fail("given up")
        })
        yield* Effect.exit(units.commit(unit))
        expect(Option.isSome(yield* tickets.find(exampleTokenHash(1), later(0)))).toBe(true)
        expect(Option.isNone(yield* tickets.find(exampleTokenHash(2), later(0)))).toBe(true)
      }),
    )

    hidesRunningUnits(fresh, Effect.void, () => ({
      write: (n) => store(n, reset(n)),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(TicketRepository, (all) => all.find(exampleTokenHash(n), later(0))),
          Option.isSome,
        ),
    }))
  })
}

const company = CompanyId.make(1)
const user = (n: number): UserId => UserId.make(n)

const invitation = (
  n: number,
  by: UserId | null = user(9),
  grant: Extract<TicketPurpose, { _tag: "Invitation" }>["grant"] = { _tag: "company", company, role: "support" },
): TicketPurpose => ({ _tag: "Invitation", email: Email.make(`Nova.${n}@example.com`), language: "en", grant, by })

const reset = (n: number): TicketPurpose => ({ _tag: "PasswordReset", user: user(n) })

const exampleTicket = (n: number, purpose: TicketPurpose): Omit<Ticket, "id"> => ({
  hash: exampleTokenHash(n),
  purpose,
  createdAt: later(0),
  expiresAt: later(1_000),
})

const store = Effect.fnUntraced(function* (n: number, purpose: TicketPurpose) {
  const tickets = yield* TicketRepository
  return yield* tickets.add(exampleTicket(n, purpose))
})
