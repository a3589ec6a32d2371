/** Stories of an order's references: a company's own customers and cards, and no other company's. */
import { describe, expect, it } from "@effect/vitest"
import { CustomerId, SavedCardToken } from "@vintem/domain/identifiers"
import { cardOf } from "@vintem/domain/order"
import { CompanyRepository } from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect } from "effect"
import { findReferences } from "../src/index.ts"
import { allOrders, card, cards, layer, onlyAttempt, onlyOrder, place, Seller, savedCard } from "./shop.ts"

/** A customer and a saved card of the seller, and another company. */
const parties = Effect.gen(function* () {
  const companies = yield* CompanyRepository
  const seller = yield* Seller
  const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
  yield* place(card(cards.approved))
  const order = yield* onlyOrder
  const charged = cardOf(onlyAttempt(order))
  if (charged === null) return yield* Effect.die(new Error("The order was paid by card."))
  return { seller, other, customerId: order.details.customerId, cardToken: charged.token }
})

const nobody = CustomerId.make(404)
const noCard = SavedCardToken.make("01890a5d-ac96-774b-bcce-b302099a8057")

describe("findReferences", () => {
  it.effect("finds a company's own customer and card", () =>
    Effect.gen(function* () {
      const { seller, customerId, cardToken } = yield* parties
      const found = yield* findReferences(seller.id, { customerId, cardToken })
      expect(found.unknown).toEqual({ customerId: false, cardToken: false })
      expect(found.card).toMatchObject({ token: cardToken, company: seller.id, customer: customerId })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("reports nothing if there are no references", () =>
    Effect.gen(function* () {
      const { seller } = yield* parties
      expect(yield* findReferences(seller.id, { customerId: null, cardToken: null })).toEqual({
        unknown: { customerId: false, cardToken: false },
        card: null,
      })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("does not distinguish another company's customer and card from unknown ones", () =>
    Effect.gen(function* () {
      const { other, customerId, cardToken } = yield* parties
      const never = yield* findReferences(other.id, { customerId: nobody, cardToken: noCard })
      expect(never).toEqual({ unknown: { customerId: true, cardToken: true }, card: null })
      expect(yield* findReferences(other.id, { customerId, cardToken })).toEqual(never)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("says which of the two is unknown", () =>
    Effect.gen(function* () {
      const { seller, customerId, cardToken } = yield* parties
      const noCustomer = yield* findReferences(seller.id, { customerId: nobody, cardToken })
      expect(noCustomer.unknown).toEqual({ customerId: true, cardToken: false })
      expect(noCustomer.card?.token).toBe(cardToken)
      const noSuchCard = yield* findReferences(seller.id, { customerId, cardToken: noCard })
      expect(noSuchCard).toEqual({ unknown: { customerId: false, cardToken: true }, card: null })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("lets no company charge another's card", () =>
    Effect.gen(function* () {
      const { other, cardToken } = yield* parties
      const { answer } = yield* place(savedCard(cardToken), { company: other })
      expect(JSON.parse(answer.body)).toEqual({
        _tag: "UnknownReferences",
        references: { customerId: false, cardToken: true },
      })
      expect(yield* allOrders).toHaveLength(1)
    }).pipe(Effect.provide(layer)),
  )
})
