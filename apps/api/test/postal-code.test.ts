/** A service with a postal code lookup fills in its answers, and makes links even if the lookup gives none. */
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { payer } from "./example-orders.ts"
import { payersOf, paying } from "./payers.ts"
import { type CompanyUnderTest, type ServiceUnderTest, serviceUnderTest } from "./service-under-test.ts"

let isBroken = false
const places: Readonly<Record<string, object>> = {
  "20040020": { logradouro: "Avenida Rio Branco", bairro: "Centro", localidade: "Rio de Janeiro", uf: "RJ" },
  "53990000": { logradouro: "", bairro: "", localidade: "Fernando de Noronha", uf: "PE" },
  "99999999": { erro: true },
}
const sé = { logradouro: "Praça da Sé", bairro: "Sé", localidade: "São Paulo", uf: "SP" }
const lookup = createServer(({ url }, response) => {
  if (isBroken) response.writeHead(500).end()
  else response.end(JSON.stringify(places[/\d{8}/u.exec(url ?? "")?.[0] ?? ""] ?? sé))
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

/** The values in a page's form. */
const fieldsIn = (page: string): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [...page.matchAll(/<input [^>]*?name="([^"]+)" type="(?:text|email|tel)"[^>]*? value="([^"]*)"/gu)].map(
      ([, name, value]) => [name, value],
    ),
  ),
  ...Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/gu)].map(([, name, value]) => [name, value]),
  ),
  "address.region": /<option selected>(\w\w)</u.exec(page)?.[1] ?? "",
})

const contact = Object.fromEntries(Object.entries(payer).map(([name, value]) => [`customer.${name}`, value]))

const port = await listening
const service: ServiceUnderTest = serviceUnderTest({
  environment: { VINTEM_POSTAL_CODE_URL: `http://127.0.0.1:${port}/ws/` },
})
const { makeLink, payLink, see } = payersOf(service)

describe("the address of a link's postal code", () => {
  it("is filled in, and is the order's if the payer gives no other", async () => {
    const company = await service.newCompany()
    const slug = await makeLink(company, { customer_cep: "01001-000", customer_number: "100" })
    const filledIn = { postcode: "01001-000", street: "Praça da Sé", number: "100", district: "Sé", region: "SP" }
    expect((await see(slug)).address).toEqual({ ...filledIn, city: "São Paulo" })
    await payLink(slug, paying())
    expect((await company.get("/api/v1/order")).body).toMatchObject({ data: [{ address: filledIn }] })
  })

  it("is given to a payer who asks, in any spelling of the code", async () => {
    const found = { postcode: "01001-000", street: "Praça da Sé", district: "Sé", city: "São Paulo", region: "SP" }
    for (const code of ["01001-000", "01001000"]) {
      const answer = await service.call("GET", `/public/v1/postal-codes/${code}`)
      expect([answer.status, answer.body]).toEqual([200, { data: found }])
    }
    for (const code of ["0100100", "00000-000", "nowhere", "01001-0000"]) {
      expect([code, (await service.call("GET", `/public/v1/postal-codes/${code}`)).status]).toEqual([code, 404])
    }
  })

  describe("in the form of its page, without a script", () => {
    /** The values of the page's form, with the payer's changes. */
    const formAt = async (path: string, changes: Readonly<Record<string, string>> = {}) => {
      const { text } = await service.call("GET", path)
      return { ...fieldsIn(text), ...contact, "payment.method": "bank_slip", ...changes }
    }
    const submit = (path: string, fields: Readonly<Record<string, string>>) =>
      service.call("POST", path, {
        text: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      })
    const linkAt = async (company: CompanyUnderTest) =>
      `/l/${await makeLink(company, { customer_cep: "01001-000", customer_number: "100" })}`
    const addressIn = (fields: Readonly<Record<string, string>>) =>
      ["street", "number", "district", "city", "region"].map((name) => fields[`address.${name}`])
    const addressOfOrder = async (company: CompanyUnderTest) =>
      Object((await company.get("/api/v1/order")).body).data.map(({ address }: { address: unknown }) => address)

    it("is replaced if the payer corrects the code, and seen before a slip is issued", async () => {
      const company = await service.newCompany()
      const path = await linkAt(company)
      const corrected = await submit(path, await formAt(path, { "address.postcode": "20040-020" }))
      expect(corrected.status).toBe(422)
      expect(corrected.text).toContain("O endereço mudou com o CEP.")
      const fields = fieldsIn(corrected.text)
      expect(addressIn(fields)).toEqual(["Avenida Rio Branco", "100", "Centro", "Rio de Janeiro", "RJ"])
      expect(await addressOfOrder(company)).toEqual([])
      expect((await submit(path, { ...fields, ...contact, "payment.method": "bank_slip" })).status).toBe(303)
      expect(await addressOfOrder(company)).toMatchObject([{ postcode: "20040-020", city: "Rio de Janeiro" }])
    })

    it("keeps what the payer typed", async () => {
      const company = await service.newCompany()
      const path = await linkAt(company)
      const typed = { street: "Rua Um", district: "Bairro", city: "Niterói", region: "RJ" }
      const changes = Object.fromEntries(Object.entries(typed).map(([name, value]) => [`address.${name}`, value]))
      const fields = await formAt(path, { "address.postcode": "20040-020", ...changes })
      expect((await submit(path, fields)).status).toBe(303)
      expect(await addressOfOrder(company)).toMatchObject([{ postcode: "20040-020", ...typed }])
    })

    it.each([
      ["99999-999", ["", "100", "", "", ""]],
      ["53990-000", ["", "100", "", "Fernando de Noronha", "PE"]],
    ])("is emptied and asked for if %s does not give it", async (postcode, address) => {
      const path = await linkAt(await service.newCompany())
      const again = await submit(path, await formAt(path, { "address.postcode": postcode }))
      expect([again.status, addressIn(fieldsIn(again.text))]).toEqual([422, address])
      expect(again.text).toContain('id="address.street-fault">Informe a rua.</p>')
      expect(again.text).toContain(
        'id="address.city-fault"'.concat(address[3] === "" ? ">Informe a cidade." : " hidden>"),
      )
    })

    it("is left out if another method is chosen, which needs none", async () => {
      const company = await service.newCompany()
      const path = await linkAt(company)
      const changes = { "address.postcode": "2", "payment.method": "pix" }
      expect((await submit(path, await formAt(path, changes))).status).toBe(303)
      expect(await addressOfOrder(company)).toMatchObject([{ postcode: "01001-000", street: "Praça da Sé" }])
    })
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
      expect(service.log.join()).toContain("the address lookup failed")
      expect((await service.call("GET", "/public/v1/postal-codes/01310-100")).status).toBe(404)
    })
  })
})
