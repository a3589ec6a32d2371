/** Stories of identifiers without a company: they lead to the company whose code they begin with, and to no other. */
import { describe, expect, it } from "@effect/vitest"
import { companyCodeLength, LinkSlug, PublicKey } from "@vintem/domain/identifiers"
import { CompanyRepository, PaymentLinkRepository, UnitOfWork } from "@vintem/domain/ports"
import { exampleCompany, exampleLinkCreated } from "@vintem/testing"
import { Effect, Option } from "effect"
import {
  companyOfName,
  createPaymentLink,
  linkForPayer,
  NoSuchLink,
  NoSuchPublicKey,
  orderForPayer,
} from "../src/index.ts"
import { layer, onlyAttempt, onlyOrder, pix, place, Seller } from "./shop.ts"

const codeOfNobody = (taken: string): string => (taken === "zzzzzz" ? "000000" : "zzzzzz")

/**
 * Names that differ from this one in the code, in lower case: of another company, of no company, and an impossible one.
 */
const otherwise = Effect.fnUntraced(function* (name: string) {
  const seller = yield* Seller
  const companies = yield* CompanyRepository
  const other = yield* companies.add(exampleCompany({ name: "Outra Empresa" }))
  return [other.code, codeOfNobody(seller.code), "uuuuuu"].map((code) => `${code}${name.slice(companyCodeLength)}`)
})

describe("the company of a name", () => {
  it.effect("is the one whose code the name begins with, in any case", () =>
    Effect.gen(function* () {
      const seller = yield* Seller
      const other = yield* (yield* CompanyRepository).add(exampleCompany({ name: "Outra Empresa" }))
      expect(yield* companyOfName(`${seller.code}rest`)).toEqual(Option.some(seller))
      expect(yield* companyOfName(`${other.code.toUpperCase()}REST`)).toEqual(Option.some(other))
      for (const name of ["", seller.code.slice(1), codeOfNobody(seller.code), `u${seller.code}`]) {
        expect(yield* companyOfName(name)).toEqual(Option.none())
      }
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is found by every name of an order", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const order = yield* onlyOrder
      const seller = yield* Seller
      const { number, publicKey } = order.details
      for (const name of [number, publicKey, onlyAttempt(order).key]) {
        expect(yield* companyOfName(name)).toEqual(Option.some(seller))
      }
    }).pipe(Effect.provide(layer)),
  )
})

describe("a payer with only the key of an order", () => {
  it.effect("finds the order of the key's company", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const order = yield* onlyOrder
      expect(yield* orderForPayer(order.details.publicKey)).toMatchObject({ order, company: yield* Seller })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds no order if the key leads elsewhere", () =>
    Effect.gen(function* () {
      yield* place(pix())
      const { publicKey } = (yield* onlyOrder).details
      for (const name of yield* otherwise(publicKey)) {
        const key = PublicKey.make(name.toUpperCase().slice(0, companyCodeLength) + name.slice(companyCodeLength))
        expect(yield* Effect.flip(orderForPayer(key))).toEqual(new NoSuchPublicKey({ key }))
      }
    }).pipe(Effect.provide(layer)),
  )
})

describe("a payer with only the slug of a link", () => {
  const newLink = Effect.gen(function* () {
    const { id: company } = yield* Seller
    const { terms } = exampleLinkCreated({})
    const answered = yield* createPaymentLink({
      company,
      terms,
      keyed: null,
      encode: (outcome) => ({
        status: 200,
        body: outcome._tag === "Created" ? outcome.link.details.slug : outcome._tag,
      }),
    })
    return LinkSlug.make(answered.answer.body)
  })

  it.effect("finds the link of the slug's company", () =>
    Effect.gen(function* () {
      const slug = yield* newLink
      const { company, link } = yield* linkForPayer(slug)
      expect([company, link.details.slug]).toEqual([yield* Seller, slug])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds no link if the slug leads elsewhere, even if the company has one", () =>
    Effect.gen(function* () {
      const ours = yield* newLink
      for (const name of yield* otherwise(ours)) {
        const slug = LinkSlug.make(name)
        expect(yield* Effect.flip(linkForPayer(slug))).toEqual(new NoSuchLink({ slug }))
      }
      // A payer cannot reach the seller's link if its slug has an unknown code.
      const { id: company, code } = yield* Seller
      const slug = LinkSlug.make(`${codeOfNobody(code)}${ours.slice(companyCodeLength)}`)
      const links = yield* PaymentLinkRepository
      const { commit } = yield* UnitOfWork
      yield* commit(links.add([exampleLinkCreated({ details: { company, slug } })]))
      expect(yield* Effect.flip(linkForPayer(slug))).toEqual(new NoSuchLink({ slug }))
    }).pipe(Effect.provide(layer)),
  )
})
