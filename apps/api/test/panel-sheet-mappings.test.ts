// The columns of a company's sheets: stored for the next sheet, by users who may send links, for their own company.
import { sheetMappingLimits } from "@vintem/domain/batch"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { at } from "./at-the-panel.ts"
import { faultsIn, serviceUnderTest, shown } from "./service-under-test.ts"

const service = serviceUnderTest()

const Mappings = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      columns: Schema.Array(Schema.Struct({ name: Schema.String, field: Schema.NullOr(Schema.String) })),
    }),
  ),
})
const Entries = Schema.Struct({
  data: Schema.Array(Schema.Struct({ action: Schema.String, after: Schema.NullOr(Schema.Json) })),
})

const path = (company: number): string => `/companies/${company}/sheet-mappings`
const columns = [
  { name: "Aluno", field: "name" },
  { name: " MENSALIDADE (R$) ", field: "amount" },
  { name: "Turma", field: null },
]
const kept = [
  { name: "aluno", field: "name" },
  { name: "mensalidade r$", field: "amount" },
  { name: "turma", field: null },
]

describe("the mapping of a sheet", () => {
  it("is kept for the company, and replaced by another one for the same names", async () => {
    const { id } = await service.newCompany()
    const other = await service.newCompany()
    const member = await at(service, "support", id)
    expect(shown(Mappings, await member.get(path(id))).data).toEqual([])
    const first = await member.ask("PUT", path(id), { body: { columns } })
    expect([first.status, shown(Mappings, first).data]).toEqual([200, [{ columns: kept }]])
    const moved = columns
      .map((column) => (column.name === "Turma" ? { ...column, field: "reference" } : column))
      .toReversed()
    await member.ask("PUT", path(id), { body: { columns: moved } })
    const { data } = shown(Mappings, await member.get(path(id)))
    expect(data.map((one) => one.columns.map(({ field }) => field))).toEqual([["reference", "amount", "name"]])
    const stranger = await at(service, "owner", other.id)
    expect(shown(Mappings, await stranger.get(path(other.id))).data).toEqual([])
    expect((await stranger.get(path(id))).status).toBe(404)
    expect((await stranger.ask("PUT", path(id), { body: { columns } })).status).toBe(404)
  })

  it("is read by users who see links, and stored by those who send them", async () => {
    const { id } = await service.newCompany()
    const viewer = await at(service, "viewer", id)
    expect((await viewer.get(path(id))).status).toBe(200)
    expect((await viewer.ask("PUT", path(id), { body: { columns } })).status).toBe(403)
  })

  it("is recorded once: storing it again changes nothing", async () => {
    const { id } = await service.newCompany()
    const owner = await at(service, "owner", id)
    for (const _ of [1, 2, 3]) await owner.ask("PUT", path(id), { body: { columns } })
    const { data } = shown(Entries, await owner.get(`/companies/${id}/audit`))
    expect(data.filter(({ action }) => action === "sheet.map")).toEqual([
      { action: "sheet.map", after: { aluno: "name", "mensalidade r$": "amount", turma: null } },
    ])
  })

  it("is one of a few: the oldest is removed, also with concurrent requests", async () => {
    const { id } = await service.newCompany()
    const owner = await at(service, "owner", id)
    const numbers = Array.from({ length: sheetMappingLimits.mappings + 5 }, (_, n) => n)
    const keep = (n: number) =>
      owner.ask("PUT", path(id), { body: { columns: [{ name: `Coluna ${n}`, field: "amount" }] } })
    const answers = await Promise.all(numbers.map(keep))
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200))
    expect(shown(Mappings, await owner.get(path(id))).data).toHaveLength(sheetMappingLimits.mappings)
  })

  it.each([
    ["no column", [], ["columns"]],
    ["too many columns", Array.from({ length: sheetMappingLimits.columns + 1 }, () => ({ name: "x" })), ["columns"]],
    ["two columns for one field", [...columns, { name: "Valor", field: "amount" }], ["columns.3.field"]],
    ["a field that there is not", [{ name: "Valor", field: "price" }], ["columns.0.field"]],
    ["a customer's address", [{ name: "ana@example.com", field: null }], ["columns.0.name"]],
    ["a customer's document", [{ name: "529.982.247-25 52998224725", field: null }], ["columns.0.name"]],
    ["more than a title", [{ name: "x".repeat(100_000), field: null }], ["columns.0.name"]],
  ])("is refused with %s", async (_, refused, faults) => {
    const { id } = await service.newCompany()
    const owner = await at(service, "owner", id)
    const answer = await owner.ask("PUT", path(id), { body: { columns: refused } })
    expect([answer.status, Object.keys(faultsIn(answer))]).toEqual([422, faults])
    expect(shown(Mappings, await owner.get(path(id))).data).toEqual([])
  })
})
