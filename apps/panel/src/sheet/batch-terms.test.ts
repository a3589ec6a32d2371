import { paymentLinkBulkBody } from "@vintem/contract"
import { SheetField } from "@vintem/domain/batch"
import { describe, expect, it } from "vitest"
import { amountsOf, newBatchDraft, termsOf } from "./batch-terms.ts"

const everything = {
  ...newBatchDraft,
  name: "Mensalidades",
  title: "Aula",
  amount: "1.234,50",
  additional: "5",
  description: "De violão",
  lastDay: "2030-12-31",
  rule: "8c7f1f52-2b7e-4d0a-8a3e-5f0d9f6f0a11",
  methods: { ...newBatchDraft.methods, pix: false },
  installments: "6",
  feeMode: "interest",
  color: "#0B6E4F",
  isLogoShown: false,
  areFieldsHidden: true,
  language: "en",
  redirect: "https://loja.example.com",
} as const

describe("the terms of a batch", () => {
  it("let each customer pay once, as a single link does, unless that is turned off", () => {
    expect(termsOf(newBatchDraft, ",")).toEqual({ expire_after_payment: true })
    expect(termsOf({ ...newBatchDraft, isPaidOnce: false }, ",")).toEqual({})
  })

  it("can have every field that the service takes for a batch and for a customer", () => {
    const sent = Object.keys(termsOf(everything, ","))
    const taken = Object.keys(paymentLinkBulkBody.schema.fields)
    // The page adds these to each request.
    expect([...sent, "name", "expired_at", "customers"].toSorted()).toEqual(taken.toSorted())
    const ofCustomer = Object.keys(paymentLinkBulkBody.schema.fields.customers.value.fields)
    expect(SheetField.literals.filter((field) => field !== "expired_at").toSorted()).toEqual(ofCustomer.toSorted())
  })

  it("are sent as they were filled in", () => {
    expect(termsOf(everything, ",")).toMatchObject({
      amount: 1234.5,
      additional_amount: 5,
      enable_pix: false,
      enable_credit: true,
      enable_bank_slip: true,
      installments: 6,
      fee_mode: "interest",
    })
  })

  it.each([
    ["", null],
    ["10", 10],
    ["0", undefined],
    ["cem", undefined],
  ])("have with %j the amount %j", (amount, read) => {
    expect(amountsOf({ ...newBatchDraft, amount }, ",").amount).toBe(read)
  })
})
