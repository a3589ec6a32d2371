// `vintem export orders`: the whole table, each order once, safe against formulas in spreadsheets.
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { commandLine } from "./command-line.ts"
import { newDatabase } from "./database-under-test.ts"
import { byCard, byPix, changed } from "./example-orders.ts"
import { type CompanyUnderTest, serviceUnderTest, shown } from "./service-under-test.ts"

const database = await newDatabase()
const service = serviceUnderTest({ database })

const { atTerminal, vintem } = commandLine(database)
const Placed = Schema.Struct({ data: Schema.Struct({ order_number: Schema.String }) })

const place = async (company: CompanyUnderTest, body: unknown = byCard()) =>
  shown(Placed, await company.post("/api/v1/order/single", body)).data.order_number

/** The clock of these orders is stopped on 2026-11-19. */
const everything = ["--from", "2026-11-19", "--to", "2026-11-19"]

const exported = (company: CompanyUnderTest, ...args: ReadonlyArray<string>) =>
  vintem("export", "orders", "--company", String(company.id), ...everything, ...args)

const head =
  "company,order_number,status,origin,created_at,updated_at,src,ref,fullname,email,taxvat,telephone,method,installments," +
  "subtotal,discount,fee,total,net,captured,refunded,charged_back"

describe("vintem export orders", () => {
  it("writes one line per order below the column names, the latest first", async () => {
    const company = await service.newCompany()
    const [first, second] = [await place(company), await place(company, byPix())]
    const { outcome, printed } = await exported(company)
    expect(outcome).toBe("done")
    const [names, pix, card, end, ...others] = printed.split("\r\n")
    expect([names, end, others]).toEqual([head, "", []])
    expect(pix).toMatch(new RegExp(`^${company.id},${second},waiting_payment,single,`, "u"))
    expect(card).toMatch(
      new RegExp(
        `^${company.id},${first},paid,single,2026-11-19 12:00:\\d\\d,2026-11-19 12:00:\\d\\d,,,Maria da Silva,maria@example\\.com,` +
          "529\\.982\\.247-25,\\(11\\) 98765-4321,credit,1,189\\.80,10\\.00,\\d+\\.\\d\\d,189\\.80,\\d+\\.\\d\\d,189\\.80,0\\.00,0\\.00$",
        "u",
      ),
    )
  })

  it("writes for people what spreadsheets in Brazil open, and for programs what they expect", async () => {
    const company = await service.newCompany()
    const number = await place(company)
    const ours = ["export", "orders", "--company", String(company.id), ...everything]
    const brazilian = (await vintem(...ours, "--format", "csv-br")).printed
    const [names, row = "", end] = brazilian.split("\r\n")
    expect([names, end]).toEqual([`\uFEFF${head.replaceAll(",", ";")}`, ""])
    expect(row.split(";")).toEqual([
      String(company.id),
      number,
      "paid",
      "single",
      ...Array.from({ length: 2 }, () => expect.stringMatching(/^19\/11\/2026 12:\d\d:\d\d$/u)),
      "",
      "",
      "Maria da Silva",
      "maria@example.com",
      "529.982.247-25",
      "(11) 98765-4321",
      "credit",
      "1",
      "189,80",
      "10,00",
      expect.stringMatching(/^\d+,\d\d$/u),
      "189,80",
      expect.stringMatching(/^\d+,\d\d$/u),
      "189,80",
      "0,00",
      "0,00",
    ])
    const [plain, jsonl] = [(await vintem(...ours)).printed, (await vintem(...ours, "--json")).printed]
    expect(plain.startsWith(`${head}\r\n`)).toBe(true)
    expect((await atTerminal(...ours)).printed).toBe(brazilian)
    expect((await atTerminal(...ours, "--format", "csv")).printed).toBe(plain)
    expect((await vintem(...ours, "--format", "jsonl")).printed).toBe(jsonl)
    expect((await vintem(...ours, "--format", "xlsx")).outcome).toBe("not understood")
  })

  it("lets no payer put a formula into a spreadsheet", async () => {
    const company = await service.newCompany()
    await place(company, changed(byPix(), "customer.fullname", '=HYPERLINK("http://a.b","Maria Silva")'))
    expect((await exported(company)).printed).toContain(`,"'=HYPERLINK(""http://a.b"",""Maria Silva"")",maria@`)
  })

  it("writes each order once, even over several pages", async () => {
    const company = await service.newCompany()
    const numbers: Array<string> = []
    // The first page ends among orders of one instant, and the second is a whole page of one instant.
    for (let count = 0; count < 483; count += 1) {
      if (count === 240) service.clock.advance({ seconds: 1 })
      numbers.push(await place(company, byPix()))
    }
    const lines = (await exported(company)).printed.trim().split("\r\n").slice(1)
    expect(lines.map((line) => line.split(",")[1])).toEqual(numbers.toReversed())
  })

  it("writes the orders of all companies if none is named, and of no other day", async () => {
    const [one, other] = [await service.newCompany(), await service.newCompany()]
    const [ours, theirs] = [await place(one), await place(other)]
    const { printed } = await vintem("export", "orders", ...everything)
    expect(printed).toContain(`\r\n${one.id},${ours},`)
    expect(printed).toContain(`\r\n${other.id},${theirs},`)
    const before = await vintem("export", "orders", "--from", "2026-11-01", "--to", "2026-11-18")
    expect(before.printed).toBe(`${head}\r\n`)
  })

  it("writes objects with these names for programs, one per line", async () => {
    const company = await service.newCompany()
    const order_number = await place(company)
    const { printed } = await exported(company, "--json")
    expect(printed.endsWith("\n")).toBe(true)
    const record = JSON.parse(printed)
    expect(Object.keys(record).join(",")).toBe(head)
    expect(record).toMatchObject({ company: String(company.id), order_number, src: null, total: "189.80" })
  })

  it.each([
    [["--from", "2026-11-20", "--to", "2026-11-19"], "refused: --to may not be before --from."],
    [
      ["--from", "soon", "--to", "19/11/2026"],
      "refused: The from must be a date as YYYY-MM-DD.\nThe to must be a date as YYYY-MM-DD.",
    ],
    [["--company", "999999", ...everything], "refused: There is no company 999999. See them with: vintem company list"],
    [["--from", "2026-11-19"], "not understood"],
    [["--company", "one", ...everything], "not understood"],
  ])("%j: %s", async (args, outcome) => {
    const ended = await vintem("export", "orders", ...args)
    expect(ended.outcome).toBe(outcome)
    expect(ended.printed).toBe("")
  })
})
