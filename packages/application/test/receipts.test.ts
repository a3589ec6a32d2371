/** Stories of receipts: a payer by a link gets one receipt, in the language of the link, and other payers get none. */
import { describe, expect, it } from "@effect/vitest"
import { mailCaps } from "@vintem/domain/customer"
import type { PaymentLink } from "@vintem/domain/payment-link"
import { CompanyRepository, MailNotSent } from "@vintem/domain/ports"
import { exampleCustomer, exampleLinkTerms } from "@vintem/testing"
import { Effect } from "effect"
import { createPaymentLink, MailsReceipts, orderByLink } from "../src/index.ts"
import { card, cards, homeAddress, layer, Postbox, place, Seller, type Shop } from "./shop.ts"
import { day, pass } from "./subscribers.ts"

const quarter = 900_000

const story = <A, E>(work: Effect.Effect<A, E, Shop>, mailsReceipts = true) =>
  Effect.provide(Effect.provideService(work, MailsReceipts, mailsReceipts), layer)

const makeLink = Effect.fnUntraced(function* (terms: Parameters<typeof exampleLinkTerms>[0] = {}) {
  let made: PaymentLink | undefined
  yield* createPaymentLink({
    company: (yield* Seller).id,
    terms: exampleLinkTerms(terms),
    keyed: null,
    encode: (outcome) => {
      if (outcome._tag === "Created") made = outcome.link
      return { status: 200, body: outcome._tag }
    },
  })
  return made ?? (yield* Effect.die(new Error("A link was made.")))
})

const pay = Effect.fnUntraced(function* ({ details: { slug } }: PaymentLink, number: string = cards.approved) {
  const { answer } = yield* orderByLink({
    company: yield* Seller,
    slug,
    customer: exampleCustomer,
    address: null,
    payment: card(number),
    visitor: homeAddress,
    total: null,
    keyed: null,
    encode: (outcome) => ({ status: 200, body: outcome._tag === "Placed" ? outcome.order.details.number : "" }),
  })
  return answer.body
})

const receipts = Effect.map(Postbox, ({ receipts: sent }) => sent)

describe("receipts to one person", () => {
  it.effect("are no more than the cap in a day: a company cannot fill a mailbox with orders", () =>
    story(
      Effect.gen(function* () {
        const link = yield* makeLink({ expireAfterPayment: false })
        for (let n = 0; n < mailCaps.receipt.company + 3; n += 1) yield* pay(link)
        yield* pass(quarter)
        expect(yield* receipts).toHaveLength(mailCaps.receipt.company)
        yield* pass(day)
        yield* pay(link)
        yield* pass(quarter)
        expect(yield* receipts).toHaveLength(mailCaps.receipt.company + 1)
      }),
    ),
  )
})

describe("a receipt", () => {
  it.effect("is sent after a payment by a link is confirmed, with the number to quote", () =>
    story(
      Effect.gen(function* () {
        const number = yield* pay(yield* makeLink({ title: "Mensalidade" }))
        yield* pass(quarter)
        const seller = yield* Seller
        expect(yield* receipts).toMatchObject([
          {
            id: `recibo-${number}`,
            to: exampleCustomer.email,
            payer: exampleCustomer.fullname,
            company: seller.name,
            title: "Mensalidade",
            method: "credit",
            installments: 1,
            cardLastDigits: cards.approved.slice(-4),
            order: number,
            language: "pt-BR",
          },
        ])
        yield* pass(30 * day)
        expect(yield* receipts).toHaveLength(1)
      }),
    ),
  )

  it.effect("has the language of the link, else that of the company", () =>
    story(
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const seller = yield* Seller
        yield* companies.save({ ...seller, pages: { ...seller.pages, language: "en" } })
        yield* pay(yield* makeLink())
        yield* pay(yield* makeLink({ language: "pt-BR" }))
        yield* pass(quarter)
        expect((yield* receipts).map(({ language }) => language)).toEqual(["en", "pt-BR"])
      }),
    ),
  )

  it.effect("is not sent for a refused payment, nor for an order without a link", () =>
    story(
      Effect.gen(function* () {
        yield* pay(yield* makeLink(), cards.refused)
        yield* place(card(cards.approved))
        yield* pass(day)
        expect(yield* receipts).toEqual([])
      }),
    ),
  )

  it.effect("is sent for every order, or for none, if the company chooses so", () =>
    story(
      Effect.gen(function* () {
        const companies = yield* CompanyRepository
        const seller = yield* Seller
        for (const mailed of ["none", "all"] as const) {
          yield* companies.save({ ...seller, pages: { ...seller.pages, receipts: mailed } })
          yield* pay(yield* makeLink({ title: mailed }))
          yield* place(card(cards.approved))
          yield* pass(day)
        }
        expect((yield* receipts).map(({ title }) => title)).toEqual(["all", expect.any(String)])
      }),
    ),
  )

  it.effect("is not sent without a mail server", () =>
    story(
      Effect.gen(function* () {
        yield* pay(yield* makeLink())
        yield* pass(day)
        expect(yield* receipts).toEqual([])
      }),
      false,
    ),
  )

  it.effect.each([
    ["later", 97],
    ["never", 1],
    ["unknown", 1],
  ] as const)("that fails, `%s`, is tried %i times", ([again, times]) =>
    story(
      Effect.gen(function* () {
        const postbox = yield* Postbox
        let asked = 0
        postbox.answer = () =>
          Effect.suspend(() => {
            asked += 1
            return new MailNotSent({ again, detail: "421 try again" })
          })
        yield* pay(yield* makeLink())
        yield* pass(3 * day)
        expect(asked).toBe(times)
        expect(yield* receipts).toEqual([])
      }),
    ),
  )
})
