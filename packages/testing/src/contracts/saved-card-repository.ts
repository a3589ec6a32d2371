/** The contract of every store of saved cards. */

import { SavedCardToken } from "@vintem/domain/identifiers"
import {
  type CompanyRepository,
  CustomerRepository,
  type SavedCard,
  SavedCardRepository,
  UnitOfWork,
} from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { hidesRunningUnits } from "./joins-units.ts"
import { onFreshStore } from "./on-fresh-store.ts"
import { exampleUuid, later, numberedCustomer, type Parties, storeParties } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const savedCardRepositoryContract = (
  name: string,
  layer: Layer.Layer<SavedCardRepository | CompanyRepository | CustomerRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)
  const { it } = store

  describe(`SavedCardRepository: ${name}`, () => {
    it(
      "returns every field of a card as it was added",
      Effect.gen(function* () {
        const cards = yield* SavedCardRepository
        const parties = yield* storeParties
        for (const card of [numberedCard(parties, 1), { ...numberedCard(parties, 2), brand: "unknown" } as const]) {
          yield* cards.add(card)
          expect(Option.getOrNull(yield* cards.find(parties.company, card.token))).toStrictEqual(card)
        }
      }),
    )

    it(
      "stores every card of a customer, of a company and of all companies",
      Effect.gen(function* () {
        const cards = yield* SavedCardRepository
        const customers = yield* CustomerRepository
        const one = yield* storeParties
        const neighbor = { ...one, customerId: yield* customers.put(numberedCustomer(one.company, 2)) }
        const elsewhere = yield* storeParties
        const kept = [one, neighbor, elsewhere, one, neighbor].map((parties, n) => numberedCard(parties, n + 1))
        for (const card of kept) yield* cards.add(card)
        const found = yield* Effect.forEach(kept, ({ company, token }) => cards.find(company, token))
        expect(found.map(Option.getOrNull)).toStrictEqual(kept)
      }),
    )

    it(
      "shows no company another one's card",
      Effect.gen(function* () {
        const cards = yield* SavedCardRepository
        const owner = yield* storeParties
        const other = yield* storeParties
        yield* cards.add(numberedCard(owner, 1))
        expect(Option.isNone(yield* cards.find(other.company, token(1)))).toBe(true)
        expect(Option.isNone(yield* cards.find(owner.company, token(2)))).toBe(true)
      }),
    )

    it(
      "keeps a stored card unchanged if it is added again",
      Effect.gen(function* () {
        const cards = yield* SavedCardRepository
        const owner = yield* storeParties
        const other = yield* storeParties
        const card = numberedCard(owner, 1)
        yield* cards.add(card)
        yield* cards.add({ ...card, acquirerToken: "outro", brand: "elo", createdAt: later(1) })
        yield* cards.add(numberedCard(other, 1))
        expect(Option.getOrNull(yield* cards.find(owner.company, token(1)))).toStrictEqual(card)
        expect(Option.getOrNull(yield* cards.find(other.company, token(1)))).toStrictEqual(numberedCard(other, 1))
      }),
    )

    it(
      "joins the unit of work around it",
      Effect.gen(function* () {
        const cards = yield* SavedCardRepository
        const units = yield* UnitOfWork
        const parties = yield* storeParties
        yield* Effect.exit(units.commit(Effect.andThen(cards.add(numberedCard(parties, 1)), Effect.fail("given up"))))
        expect(Option.isNone(yield* cards.find(parties.company, token(1)))).toBe(true)
      }),
    )

    hidesRunningUnits(store, storeParties, (parties) => ({
      write: (n) => Effect.flatMap(SavedCardRepository, (all) => all.add(numberedCard(parties, n))),
      isWritten: (n) =>
        Effect.map(
          Effect.flatMap(SavedCardRepository, (all) => all.find(parties.company, token(n))),
          Option.isSome,
        ),
    }))
  })
}

const token = (n: number): SavedCardToken => SavedCardToken.make(exampleUuid(n))

const numberedCard = ({ company, customerId }: Parties, n: number): SavedCard => ({
  token: token(n),
  company,
  customer: customerId,
  acquirerToken: `acq_'${n}'`,
  brand: "visa",
  firstDigits: "411111",
  lastDigits: String(n).padStart(4, "0"),
  createdAt: later(n),
})
