import { formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import { CustomerId } from "@vintem/domain/identifiers"
import { erasedDetails } from "@vintem/domain/personal-data"
import { describe, expect, it } from "vitest"
import { shownPerson } from "./person.ts"

const words = { erasedCustomer: "Cliente apagado", erasedData: "apagado" }

describe("shownPerson", () => {
  it.each([1, 108, 99_999])("shows no placeholder of the erased customer %i", (id) => {
    const { document, email, fullname, telephone } = erasedDetails(CustomerId.make(id))
    const person = { fullname, email, taxvat: formatDocument(document), telephone: formatTelephone(telephone) }
    const erased = { fullname: "Cliente apagado", email: "apagado", taxvat: "apagado", telephone: "apagado" }
    expect(shownPerson(person, words)).toEqual(erased)
    // If no document is shown, the address tells that the person was erased.
    const { taxvat: _, fullname: __, ...contact } = person
    expect(shownPerson(contact, words)).toEqual({ email: "apagado", telephone: "apagado" })
  })

  it("shows everybody else unchanged", () => {
    const person = {
      fullname: "Ana Souza",
      email: "ana@example.com",
      taxvat: "529.982.247-25",
      telephone: "(11) 98765-4321",
    }
    expect(shownPerson(person, words)).toBe(person)
  })
})
