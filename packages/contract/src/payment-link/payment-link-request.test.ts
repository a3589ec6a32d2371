// Reading a payment link: every limit from both sides, for a new link and for a change.
import { centavosMax } from "@vintem/domain/money"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { bodyOf } from "../input/codec.ts"
import type { InvalidFields } from "../input/fault.ts"
import { invalid } from "../invalid.ts"
import { paymentLinkBody, paymentLinkChangeBody } from "./payment-link-request.ts"

const body = { title: "Mensalidade", amount: 199.9 }
const decodeLink = bodyOf(paymentLinkBody)

const fieldsIn = (read: Result.Result<unknown, InvalidFields>): ReadonlyArray<string> =>
  Result.isSuccess(read) ? [] : Object.keys(invalid(read.failure).response.errors)

/** An update of a plain link. */
const changed = (change: object) =>
  Result.flatMap(bodyOf(paymentLinkChangeBody)(change), (apply) => apply(Result.getOrThrow(decodeLink(body))))

const text = (length: number) => "ã".repeat(length)

const limits: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, ReadonlyArray<unknown>]> = [
  ["title", [text(1), text(150)], [text(151), "a\u0000b", "a\nb", "a\tb", 7]],
  ["description", [text(1_000), "a\n\tb\r\nc\rd"], [text(1_001), "a\u0000b", "a\u000bb", "a\u0085b"]],
  ["reference", [text(100)], [text(101)]],
  ["amount", [0.01, "99999999999.99"], [0, -1, 0.001, 1.005, "dez", 100_000_000_000]],
  ["additional_amount", [0, 0.01], [-0.01, 1.005]],
  ["bg_color", ["#fff", "#A1B2C3"], ["fff", "#ffff", "red", "#gggggg"]],
  ["show_company_logo", [true, "0"], ["yes"]],
  ["expired_at", ["2028-02-29", "9999-12-31"], ["2027-02-29", "31/12/2026", "2026-13-01"]],
  ["expire_after_payment", [1], [2]],
  ["installments", [1, "12"], [0, 13, 1.5]],
  ["fee_mode", ["none", "interest", "customer_pay_fee"], ["all"]],
  ["customer_name", ["Zé"], ["Z", text(141)]],
  ["customer_email", ["a@b.co"], ["nobody"]],
  ["customer_phone", ["11987654321"], ["123"]],
  ["customer_document", ["11.222.333/0001-81"], ["52998224726"]],
  ["customer_cep", ["01310100"], ["123"]],
  ["customer_number", ["12-A", 12], [text(300)]],
  ["payment_link_rule_token", ["5f0c1c52-7b6e-4c7e-9a55-0d3c1f5d2b11"], ["none"]],
]

describe("a payment link", () => {
  it.each(limits)("has %s on both sides of its limits", (field, good, bad) => {
    for (const value of good) expect([value, fieldsIn(decodeLink({ ...body, [field]: value }))]).toEqual([value, []])
    for (const value of bad)
      expect([value, fieldsIn(decodeLink({ ...body, [field]: value }))]).toEqual([value, [field]])
  })

  it.each([
    [{}, [true, true, true]],
    [{ enable_pix: true }, [true, false, false]],
    [{ enable_pix: false }, [false, true, true]],
    [{ enable_pix: 0, enable_credit: "1" }, [false, true, false]],
    [{ enable_credit: true, enable_bank_slip: true }, [false, true, true]],
  ])("for %j offers %j", (flags, [pix, credit, bank_slip]) => {
    expect(Result.getOrThrow(decodeLink({ ...body, ...flags })).methods).toEqual({ pix, credit, bank_slip })
  })

  it.each([
    [{ amount: 10 }, "title"],
    [{ title: "x" }, "amount"],
    [{ title: "x", amount: 10, enable_pix: false, enable_credit: false, enable_bank_slip: false }, "enable_pix"],
    [{ title: "x", amount: centavosMax / 100, additional_amount: 0.01 }, "additional_amount"],
  ])("is neither made nor changed by %j, because of %s", (change, field) => {
    expect([fieldsIn(decodeLink(change)), fieldsIn(changed(change))]).toEqual([[field], [field]])
  })
})
