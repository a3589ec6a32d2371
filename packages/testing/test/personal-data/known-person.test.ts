// Recognises a person in prefilled data.

import { Telephone } from "@vintem/domain/customer"
import { isOfPerson, knownPerson, type Prefilled } from "@vintem/domain/personal-data"
import { exampleCustomer } from "@vintem/testing"
import { describe, expect, it } from "vitest"

const { document, email, fullname, telephone } = exampleCustomer
const none: Prefilled = { document: null, email: null, phone: null, name: null }

describe("isOfPerson", () => {
  // The first part that is present decides, whatever the later ones are.
  it.each([
    ["the document", { document, email: "outra@example.com" }, true],
    ["another document", { document: "11144477735", email, phone: telephone, name: fullname }, false],
    ["the e-mail, however it is written", { email: email.toUpperCase(), phone: "1133334444" }, true],
    ["another e-mail", { email: "outra@example.com", phone: telephone, name: fullname }, false],
    ["the telephone", { phone: telephone, name: "Outra Pessoa" }, true],
    ["another telephone", { phone: "1133334444", name: fullname }, false],
    ["the name", { name: fullname }, true],
    ["another name", { name: "Outra Pessoa" }, false],
    ["nothing", {}, false],
  ])("is decided by %s", (_, given, isTheirs) => {
    expect(isOfPerson(knownPerson([exampleCustomer]), Object.assign({ ...none }, given))).toBe(isTheirs)
  })

  it("uses everything that a person ever gave", () => {
    const before = { ...exampleCustomer, telephone: Telephone.make("1133334444") }
    const both = knownPerson([exampleCustomer, before])
    expect(isOfPerson(both, { ...none, phone: telephone })).toBe(true)
    expect(isOfPerson(both, { ...none, phone: before.telephone })).toBe(true)
    expect(both.documents).toEqual(new Set([document]))
  })
})
