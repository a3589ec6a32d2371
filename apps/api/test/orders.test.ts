import { OrderPage, SingleOrderResponse } from "@vintem/contract"
import { instant } from "@vintem/domain/calendar"
import { parseDocument } from "@vintem/domain/documents"
import { CompanyId, OrderNumber, OrderToken, PublicKey } from "@vintem/domain/identifiers"
import { type OrderDetails, placed } from "@vintem/domain/order"
import { CustomerRepository, OrderRepository } from "@vintem/domain/ports"
import { exampleOrderDetails } from "@vintem/testing"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { byCard, byNumber, byPix, changed } from "./example-orders.ts"
import {
  type Answer,
  type CompanyUnderTest,
  faultsIn,
  publicUrl,
  serviceUnderTest,
  shown,
} from "./service-under-test.ts"

const service = serviceUnderTest()

const path = `${publicUrl}/api/v1/order`

const place = async (company: CompanyUnderTest, body: unknown = byPix()) =>
  shown(SingleOrderResponse, await company.post("/api/v1/order/single", body)).data.order_number

const list = async (company: CompanyUnderTest, query = "") => {
  const answer = await company.get(`/api/v1/order${query}`)
  expect(answer.status, answer.text).toBe(200)
  return shown(OrderPage, answer)
}

const numbersOf = (page: typeof OrderPage.Type) => page.data.map(({ order_number }) => order_number)

/** Stores an order as only a checkout would place it today: with references and a registered product. */
const store = async (company: CompanyUnderTest, details: Partial<OrderDetails>) => {
  stored += 1
  const number = OrderNumber.make(`GUARDADO${stored}`)
  const owner = CompanyId.make(company.id)
  const customerId = await service.run(
    Effect.flatMap(CustomerRepository, ({ put }) =>
      put({
        company: owner,
        token: crypto.randomUUID(),
        details: details.customer ?? exampleOrderDetails().customer,
        createdAt: instant(service.clock.now()),
      }),
    ),
  )
  const event = {
    _tag: "OrderPlaced",
    details: exampleOrderDetails({
      company: owner,
      customerId,
      number,
      publicKey: PublicKey.make(`guardado_${String(stored).padStart(13, "0")}`),
      token: OrderToken.make(crypto.randomUUID()),
      placedAt: instant(service.clock.now()),
      ...details,
    }),
    at: instant(service.clock.now()),
  } as const
  await service.run(Effect.flatMap(OrderRepository, ({ add }) => add(placed(event), [event])))
  return number
}

let stored = 0

const ofProduct = (productId: number) => {
  const [item] = exampleOrderDetails().items
  return item === undefined ? [] : [{ ...item, productId }]
}

describe("the list of orders", () => {
  it("of a company without any is one empty page", async () => {
    const company = await service.newCompany()
    const answer = await company.get("/api/v1/order")
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [],
      links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
      meta: {
        current_page: 1,
        from: null,
        last_page: 1,
        links: [
          { url: null, label: "&laquo; Previous", active: false },
          { url: `${path}?page=1`, label: "1", active: true },
          { url: null, label: "Next &raquo;", active: false },
        ],
        path,
        per_page: 15,
        to: null,
        total: 0,
      },
    })
  })

  it("shows each order as it is shown alone", async () => {
    const company = await service.newCompany()
    const number = await place(company, byCard())
    const alone = await company.get(`/api/v1/order/${number}`)
    const [listed] = (await list(company)).data
    expect({ success: true, data: listed }).toEqual(alone.body)
  })

  it("begins with the newest, even within a millisecond, fifteen a page", async () => {
    const company = await service.newCompany()
    const numbers: Array<string> = []
    for (let count = 0; count < 17; count += 1) {
      if (count === 10) service.clock.advance({ seconds: 1 })
      numbers.unshift(await place(company))
    }
    const first = await list(company)
    const second = await list(company, "?page=2")
    expect([numbersOf(first), numbersOf(second)]).toEqual([numbers.slice(0, 15), numbers.slice(15)])
    expect(first.links).toEqual({ first: `${path}?page=1`, last: `${path}?page=2`, prev: null, next: `${path}?page=2` })
    expect(first.meta).toMatchObject({ current_page: 1, from: 1, to: 15, last_page: 2, total: 17 })
    expect(second.links).toMatchObject({ prev: `${path}?page=1`, next: null })
    expect(second.meta).toMatchObject({ current_page: 2, from: 16, to: 17, last_page: 2, total: 17 })
  })

  it("is empty past its end, and names the end", async () => {
    const company = await service.newCompany()
    await place(company)
    const page = await list(company, "?page=7")
    expect(page.data).toEqual([])
    expect(page.links).toEqual({ first: `${path}?page=1`, last: `${path}?page=1`, prev: `${path}?page=6`, next: null })
    expect(page.meta).toMatchObject({ current_page: 7, from: null, to: null, last_page: 1, total: 1 })
  })

  it("shows its pages in a window once there are more than thirteen", async () => {
    const company = await service.newCompany()
    await Promise.all(Array.from({ length: 13 * 15 }, () => place(company)))
    const labels = async (page: number) => (await list(company, `?page=${page}`)).meta.links.map(({ label }) => label)
    expect(await labels(13)).toEqual(around([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]))
    await Promise.all(Array.from({ length: 3 * 15 }, () => place(company)))
    expect(await labels(1)).toEqual(around([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "...", 15, 16]))
    expect(await labels(7)).toEqual(around([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "...", 15, 16]))
    expect(await labels(8)).toEqual(around([1, 2, "...", 5, 6, 7, 8, 9, 10, 11, "...", 15, 16]))
    expect(await labels(9)).toEqual(around([1, 2, "...", 6, 7, 8, 9, 10, 11, 12, "...", 15, 16]))
    expect(await labels(10)).toEqual(around([1, 2, "...", 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]))
    expect(await labels(16)).toEqual(around([1, 2, "...", 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]))
    const { links } = (await list(company, "?page=8")).meta
    expect(links[3]).toEqual({ url: null, label: "...", active: false })
    expect(links.filter(({ active }) => active)).toEqual([{ url: `${path}?page=8`, label: "8", active: true }])
  })

  it("keeps its filters in every link, in order and encoded", async () => {
    const company = await service.newCompany()
    await Promise.all(Array.from({ length: 16 }, () => place(company)))
    const page = await list(company, "?status=waiting_payment,paid&page=1&from=2026-11-01&unknown=a%20b")
    const kept = `${path}?status=waiting_payment%2Cpaid&from=2026-11-01&unknown=a%20b`
    expect(page.links).toEqual({
      first: `${kept}&page=1`,
      last: `${kept}&page=2`,
      prev: null,
      next: `${kept}&page=2`,
    })
    expect(page.meta.links.map(({ url }) => url)).toEqual([null, `${kept}&page=1`, `${kept}&page=2`, `${kept}&page=2`])
    expect(page.meta.path).toBe(path)
  })

  it.each(["0", "-1", "x", "1.5", "1e3", "-99999999999999999999"])("has no page %s", async (page) => {
    const company = await service.newCompany()
    const answer = await company.get(`/api/v1/order?page=${page}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(["page"])
  })

  it.each(["2", "999999999", "9007199254740993", "99999999999999999999"])(
    "is empty on page %s, past its end",
    async (page) => {
      const company = await service.newCompany()
      await place(company)
      const { data, meta } = await list(company, `?page=${page}`)
      expect([data, meta.from, meta.to, meta.last_page]).toEqual([[], null, null, 1])
    },
  )

  it("treats a blank parameter as absent", async () => {
    const company = await service.newCompany()
    const number = await place(company)
    expect(numbersOf(await list(company, "?page=&status=&from=&to=&src=&ref=&product_id=&taxvat="))).toEqual([number])
  })

  it("refuses invalid filters, all at once", async () => {
    const company = await service.newCompany()
    const query = "?page=0&from=2026-02-30&to=yesterday&status=paid,sold&product_id=x&taxvat=12345678900"
    const answer = await company.get(`/api/v1/order${query}`)
    expect(answer.status).toBe(422)
    expect(Object.keys(faultsIn(answer))).toEqual(["page", "from", "to", "status", "product_id", "taxvat"])
  })

  it("holds no other company's orders", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    const number = await place(one)
    await place(other)
    expect(numbersOf(await list(one))).toEqual([number])
  })
})

describe("the list of orders, filtered", () => {
  it("by status shows those with any of the given statuses", async () => {
    const company = await service.newCompany()
    const pix = await place(company)
    const paid = await place(company, byCard())
    const refused = await place(company, byNumber("4000000000000002"))
    const filtered = async (status: string) => numbersOf(await list(company, `?status=${status}`))
    expect(await filtered("paid")).toEqual([paid])
    expect(await filtered("unpaid,paid")).toEqual([refused, paid])
    expect(await filtered("paid,%20waiting_payment,paid")).toEqual([paid, pix])
    expect(await filtered("chargeback")).toEqual([])
  })

  it("by several statuses is in order across pages", async () => {
    const company = await service.newCompany()
    const numbers: Array<string> = []
    for (let count = 0; count < 20; count += 1) {
      numbers.unshift(await place(company, count % 3 === 0 ? byCard() : byPix()))
    }
    const both = "status=paid,waiting_payment"
    const pages = [await list(company, `?${both}&page=1`), await list(company, `?${both}&page=2`)]
    expect(pages.flatMap(numbersOf)).toEqual(numbers)
  })

  it("by the days of the last change finds orders by `updated_at`, whenever they were placed", async () => {
    const company = await service.newCompany()
    const [first, second, third] = [
      await place(company, byCard()),
      await place(company, byCard()),
      await place(company),
    ]
    const today = (await company.get(`/api/v1/order/${first}`)).text
    const day = /"updated_at":"(\d{4}-\d{2}-\d{2})/u.exec(today)?.[1] ?? ""
    service.clock.advance({ days: 2 })
    const refund = `/admin/v1/companies/${company.id}/orders/${first}/refund`
    expect((await service.administer("POST", refund, { amount: 10 })).status).toBe(200)
    const later = new Date(Date.parse(day) + 86_400_000 * 2).toISOString().slice(0, 10)
    const found = async (query: string) => numbersOf(await list(company, `?${query}`))
    expect(await found(`updated_from=${later}`)).toEqual([first])
    expect(await found(`updated_to=${day}`)).toEqual([third, second])
    expect(await found(`updated_from=${day}&updated_to=${later}`)).toEqual([third, second, first])
    expect(await found(`updated_from=${day}&status=paid`)).toEqual([second, first])
    expect(await found(`updated_from=${later}&to=${day}`)).toEqual([first])
    expect(await found(`updated_from=${later}&updated_to=${day}`)).toEqual([])
    const { links, meta } = await list(company, `?updated_from=${day}&updated_to=${later}`)
    expect([links.first, meta.total]).toEqual([`${path}?updated_from=${day}&updated_to=${later}&page=1`, 3])
    const refused = await company.get("/api/v1/order?updated_from=2026-02-30&updated_to=yesterday")
    expect(Object.keys(faultsIn(refused))).toEqual(["updated_from", "updated_to"])
  })

  it("by src and ref finds exactly that text", async () => {
    const company = await service.newCompany()
    const one = await store(company, { src: "loja 1", ref: "A-1001" })
    const other = await store(company, { src: "Loja 1", ref: "A-1002" })
    await place(company)
    expect(numbersOf(await list(company, "?src=loja%201"))).toEqual([one])
    expect(numbersOf(await list(company, "?src=Loja+1"))).toEqual([other])
    expect(numbersOf(await list(company, "?ref=A-1001"))).toEqual([one])
    expect(numbersOf(await list(company, "?ref=A-100"))).toEqual([])
  })

  it("by product finds it in any item", async () => {
    const company = await service.newCompany()
    const both = await store(company, { items: [...ofProduct(7), ...ofProduct(8)] })
    const twice = await store(company, { items: [...ofProduct(8), ...ofProduct(8)] })
    expect(numbersOf(await list(company, "?product_id=7"))).toEqual([both])
    expect(numbersOf(await list(company, "?product_id=8"))).toEqual([twice, both])
    expect(numbersOf(await list(company, "?product_id=9"))).toEqual([])
  })

  it("by document accepts punctuation and lower case", async () => {
    const company = await service.newCompany()
    const person = await place(company)
    const business = await place(company, changed(byPix(), "customer.taxvat", "12ABC34501DE35"))
    expect(numbersOf(await list(company, "?taxvat=529.982.247-25"))).toEqual([person])
    expect(numbersOf(await list(company, "?taxvat=12.abc.345/01de-35"))).toEqual([business])
  })

  it("by days takes whole days of São Paulo, both ends included", async () => {
    const company = await service.newCompany()
    const at = (text: string) => store(company, { placedAt: instant(Date.parse(text)) })
    const before = await at("2026-03-10T02:59:59.999Z")
    const first = await at("2026-03-10T03:00:00.000Z")
    const last = await at("2026-03-11T02:59:59.999Z")
    const after = await at("2026-03-11T03:00:00.000Z")
    expect(numbersOf(await list(company, "?from=2026-03-10&to=2026-03-10"))).toEqual([last, first])
    expect(numbersOf(await list(company, "?from=2026-03-10"))).toEqual([after, last, first])
    expect(numbersOf(await list(company, "?to=2026-03-10"))).toEqual([last, first, before])
    expect(numbersOf(await list(company, "?from=2026-03-11&to=2026-03-10"))).toEqual([])
  })

  it("shows orders that match all filters", async () => {
    const company = await service.newCompany()
    const document = Result.getOrThrow(parseDocument("11222333000181"))
    const { customer } = exampleOrderDetails()
    const wanted = {
      src: "loja",
      ref: "A-1",
      items: ofProduct(7),
      customer: { ...customer, document },
      placedAt: instant(Date.parse("2026-03-10T12:00:00Z")),
    }
    const number = await store(company, wanted)
    await store(company, { ...wanted, src: "feira" })
    await store(company, { ...wanted, ref: "A-2" })
    await store(company, { ...wanted, items: ofProduct(8) })
    await store(company, { ...wanted, customer })
    await store(company, { ...wanted, placedAt: instant(Date.parse("2026-03-12T12:00:00Z")) })
    const query =
      "?from=2026-03-10&to=2026-03-11&status=created,paid&src=loja&ref=A-1&product_id=7&taxvat=11222333000181"
    expect(numbersOf(await list(company, query))).toEqual([number])
    expect(numbersOf(await list(company, query.replace("created,paid", "paid")))).toEqual([])
  })
})

describe("one order", () => {
  it("of another company looks like one that does not exist", async () => {
    const [owner, other] = [await service.newCompany(), await service.newCompany()]
    const number = await place(owner)
    const anothers = await other.get(`/api/v1/order/${number}`)
    const absent = await other.get("/api/v1/order/1M7T54PC0000000")
    expect(anothers.status).toBe(404)
    expect(anothers.body).toEqual({ hasError: true, response: "Not found" })
    expect(anothers.text).toBe(absent.text)
    expect(headersOf(anothers)).toEqual(headersOf(absent))
  })

  it.each(["abc", "1", "with%20space", "%C3%A9", "a'--", "GUARDADO1%00"])("is not found under %s", async (number) => {
    const company = await service.newCompany()
    const answer = await company.get(`/api/v1/order/${number}`)
    expect([answer.status, answer.body]).toEqual([404, { hasError: true, response: "Not found" }])
  })
})

describe("the statuses of orders", () => {
  it("have titles in Portuguese", async () => {
    const company = await service.newCompany()
    const answer = await company.get("/api/v1/order/status")
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [
        { status: "created", title: "Criado" },
        { status: "pending", title: "Pendente" },
        { status: "risk_analysis", title: "Em análise de risco" },
        { status: "waiting_payment", title: "Aguardando pagamento" },
        { status: "unpaid", title: "Não pago" },
        { status: "paid", title: "Pago" },
        { status: "complete", title: "Concluído" },
        { status: "dispute", title: "Em disputa" },
        { status: "chargeback", title: "Contestado" },
        { status: "refund", title: "Reembolsado" },
        { status: "canceled", title: "Cancelado" },
      ],
    })
  })
})

const around = (pages: ReadonlyArray<number | string>) => ["&laquo; Previous", ...pages.map(String), "Next &raquo;"]

const headersOf = ({ headers }: Answer) =>
  Object.fromEntries([...headers].filter(([name]) => name !== "x-request-id" && name !== "x-ratelimit-remaining"))
