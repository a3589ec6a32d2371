/**
 * A service that is given a postal code lookup fills in what it says, and makes links all the same where it says nothing.
 */
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { payersOf, paying } from "./payers.ts"
import { type ServiceUnderTest, serviceUnderTest } from "./service-under-test.ts"

let isBroken = false
const lookup = createServer((_, response) => {
  if (isBroken) response.writeHead(500).end()
  else response.end(JSON.stringify({ logradouro: "Praça da Sé", bairro: "Sé", localidade: "São Paulo", uf: "SP" }))
})

const listening = new Promise<number>((resolve) => {
  lookup.listen(0, "127.0.0.1", () => {
    const address = lookup.address()
    resolve(typeof address === "object" ? (address?.port ?? 0) : 0)
  })
})
afterAll(() => {
  lookup.closeAllConnections()
  lookup.close()
})

const port = await listening
const service: ServiceUnderTest = serviceUnderTest({
  environment: { VINTEM_POSTAL_CODE_URL: `http://127.0.0.1:${port}/ws/` },
})
const { makeLink, payLink, see } = payersOf(service)

describe("the address of a link's postal code", () => {
  it("is filled in, and that of the order where the payer says no other", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { customer_cep: "01001-000", customer_number: "100" })
    const filledIn = { postcode: "01001-000", street: "Praça da Sé", number: "100", district: "Sé", region: "SP" }
    expect((await see(slug)).address).toEqual({ ...filledIn, city: "São Paulo" })
    await payLink(slug, paying())
    expect((await company.get("/api/v1/order")).body).toMatchObject({ data: [{ address: filledIn }] })
  })

  it("is told to a payer who asks, however the code is written", async () => {
    const found = { postcode: "01001-000", street: "Praça da Sé", district: "Sé", city: "São Paulo", region: "SP" }
    for (const code of ["01001-000", "01001000"]) {
      const answer = await service.call("GET", `/public/v1/postal-codes/${code}`)
      expect([answer.status, answer.body]).toEqual([200, { data: found }])
    }
    for (const code of ["0100100", "00000-000", "nowhere", "01001-0000"]) {
      expect([code, (await service.call("GET", `/public/v1/postal-codes/${code}`)).status]).toEqual([code, 404])
    }
  })

  describe("that cannot be looked up", () => {
    beforeAll(() => {
      isBroken = true
    })

    it("is left to the payer", async () => {
      const company = await service.newCompany()
      const slug = await makeLink(company, { customer_cep: "01310-100" })
      expect((await see(slug)).address).toMatchObject({ postcode: "01310-100", street: null, city: null })
      expect((await payLink(slug, paying())).status).toBe(200)
      expect(service.log.join()).toContain("no address was looked up")
      expect((await service.call("GET", "/public/v1/postal-codes/01310-100")).status).toBe(404)
    })
  })
})
