/** Stories of checkouts: their slugs, and the products they may sell. */
import { describe, expect, it } from "@effect/vitest"
import { CheckoutSlug, ProductId } from "@vintem/domain/catalogue"
import { centavos } from "@vintem/domain/money"
import { CheckoutRepository, CompanyRepository, ProductRepository, UnitOfWork } from "@vintem/domain/ports"
import { exampleCompany } from "@vintem/testing"
import { Effect, Option } from "effect"
import { changeCheckout, checkoutRefusal, createCheckout } from "../src/index.ts"
import { layer, now, Seller } from "./shop.ts"

const slugOf = (text: string) => CheckoutSlug.make(text)
const noProduct = ProductId.make(404)

const storeProduct = Effect.fnUntraced(function* (company: Seller["Service"]["id"]) {
  const products = yield* ProductRepository
  const details = { sku: "curso", title: "Curso", unitPrice: centavos(100), priceCost: null }
  return yield* products.add({ company, ...details, createdAt: yield* now })
})

/** Makes a checkout of the seller's, with its own product. */
const make = Effect.fnUntraced(function* (title: string, slug: CheckoutSlug | null = null) {
  const { id: company } = yield* Seller
  const product = yield* storeProduct(company)
  const details = { title, product: product.id, quantity: 1, recurrence: null, redirectAfterSuccess: null }
  return yield* createCheckout(company, { slug, ...details }, yield* now)
})

const slugsOf = (...titles: ReadonlyArray<string>) =>
  Effect.forEach(titles, (title) => Effect.map(make(title), ({ slug }) => slug))

describe("createCheckout", () => {
  it.effect("makes a slug from the title if there is none, with a number from the second on", () =>
    Effect.gen(function* () {
      const slugs = yield* slugsOf("Curso de Violão", "Curso de violão!", "Outro", "curso de violao")
      expect(slugs).toEqual(["curso-de-violao", "curso-de-violao-2", "outro", "curso-de-violao-3"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("skips a taken slug", () =>
    Effect.gen(function* () {
      yield* make("Outro", slugOf("curso"))
      yield* make("Outro", slugOf("curso-2"))
      expect(yield* slugsOf("Curso")).toEqual(["curso-3"])
    }).pipe(Effect.provide(layer)),
  )

  it.effect("gives twenty concurrent checkouts twenty slugs", () =>
    Effect.gen(function* () {
      const units = yield* UnitOfWork
      const made = yield* Effect.forEach(
        Array.from({ length: 20 }, () => "Curso"),
        (title) => units.commit(make(title)),
        { concurrency: "unbounded" },
      )
      expect(new Set(made.map(({ slug }) => slug)).size).toBe(20)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("keeps its values", () =>
    Effect.gen(function* () {
      const checkouts = yield* CheckoutRepository
      const made = yield* make("Curso", slugOf("Meu_curso"))
      expect(made).toMatchObject({ slug: "Meu_curso", title: "Curso", createdAt: yield* now })
      expect(yield* checkouts.find(made.company, made.slug)).toEqual(Option.some(made))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses a slug that another unit takes after it was found free", () =>
    Effect.gen(function* () {
      const checkouts = yield* CheckoutRepository
      const first = yield* make("Curso", slugOf("curso"))
      const unseen = CheckoutRepository.of({ ...checkouts, find: () => Effect.succeedNone })
      const second = Effect.provideService(make("Outro", first.slug), CheckoutRepository, unseen)
      expect(yield* Effect.flip(second)).toMatchObject({
        _tag: "CheckoutRefused",
        isProductUnknown: false,
        isSlugTaken: true,
      })
      expect(yield* checkouts.find(first.company, first.slug)).toEqual(Option.some(first))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses a taken slug and an unknown product, and reports both", () =>
    Effect.gen(function* () {
      const checkouts = yield* CheckoutRepository
      const known = yield* make("Curso", slugOf("curso"))
      const draft = { ...known, title: "Outro", product: noProduct }
      const refused = yield* Effect.flip(createCheckout(known.company, draft, known.createdAt))
      expect(refused).toMatchObject({ _tag: "CheckoutRefused", isProductUnknown: true, isSlugTaken: true })
      const other = yield* Effect.flip(createCheckout(known.company, { ...draft, slug: null }, known.createdAt))
      expect(other).toMatchObject({ isProductUnknown: true, isSlugTaken: false })
      expect(yield* checkouts.find(known.company, known.slug)).toEqual(Option.some(known))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("sells no product of another company", () =>
    Effect.gen(function* () {
      const companies = yield* CompanyRepository
      const { id: company } = yield* Seller
      const theirs = yield* storeProduct((yield* companies.add(exampleCompany())).id)
      expect(yield* checkoutRefusal(company, { product: theirs.id, slug: null })).toMatchObject({
        value: { isProductUnknown: true, isSlugTaken: false },
      })
      expect(yield* checkoutRefusal(company, { product: null, slug: null })).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )
})

describe("changeCheckout", () => {
  it.effect("changes the given fields, and keeps the rest", () =>
    Effect.gen(function* () {
      const checkouts = yield* CheckoutRepository
      const made = yield* make("Curso")
      const changed = yield* changeCheckout(made.company, made.slug, { title: "Outro", quantity: 2 })
      expect(changed).toEqual(Option.some({ ...made, title: "Outro", quantity: 2 }))
      expect(yield* checkouts.find(made.company, made.slug)).toEqual(changed)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("refuses a missing product", () =>
    Effect.gen(function* () {
      const checkouts = yield* CheckoutRepository
      const made = yield* make("Curso")
      const refused = yield* Effect.flip(changeCheckout(made.company, made.slug, { product: noProduct, quantity: 2 }))
      expect(refused).toMatchObject({ isProductUnknown: true, isSlugTaken: false })
      expect(yield* checkouts.find(made.company, made.slug)).toEqual(Option.some(made))
    }).pipe(Effect.provide(layer)),
  )

  it.effect("finds no missing checkout", () =>
    Effect.gen(function* () {
      const { id: company } = yield* Seller
      expect(yield* changeCheckout(company, slugOf("curso"), { product: noProduct })).toEqual(Option.none())
    }).pipe(Effect.provide(layer)),
  )
})
