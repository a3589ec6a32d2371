import * as Schema from "effect/Schema"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  columnName,
  mappingFor,
  SheetField,
  type SheetMapping,
  SheetMappings,
  sheetMappingLimits,
  withMapping,
} from "./sheet-mapping.ts"

const mapping: SheetMapping = [
  { name: "aluno", field: "name" },
  { name: "mensalidade", field: "amount" },
  { name: "turma", field: null },
]

const column = fc.record({
  name: fc.string().map(columnName),
  field: fc.option(fc.constantFrom(...SheetField.literals)),
})
const mappings = fc.uniqueArray(column, {
  minLength: 1,
  maxLength: 8,
  selector: ({ field }) => field ?? Symbol("none"),
})

describe("the name of a column", () => {
  it.each([
    ["  E-mail  do\tCliente ", "e mail do cliente"],
    ["Valor (R$)", "valor r$"],
    ["CPF / CNPJ", "cpf cnpj"],
    ["REFERÊNCIA", "referencia"],
    ["—", ""],
  ])("%j is %j", (title, name) => {
    expect(columnName(title)).toBe(name)
  })

  it("is bounded, is its own name, and is fast however many marks it has", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (title) => {
        const name = columnName(title)
        expect(name.length).toBeLessThanOrEqual(sheetMappingLimits.name)
        expect(columnName(name)).toBe(name)
      }),
    )
    expect(columnName(`valor${"\u0301".repeat(1_000_000)}`)).toBe("valor")
  })
})

describe("the mappings of a company", () => {
  it("return the choices for the same names, wherever the columns are now", () => {
    const known = withMapping([], mapping)
    expect(mappingFor(known, ["turma", "aluno", "mensalidade"])).toEqual([null, "name", "amount"])
    expect(mappingFor(known, ["aluno", "mensalidade"])).toBeUndefined()
    expect(mappingFor(known, ["aluno", "mensalidade", "turma", "turma"])).toBeUndefined()
  })

  it("distinguish two columns of one name by their order", () => {
    const known = withMapping(
      [],
      [
        { name: "valor", field: null },
        { name: "valor", field: "amount" },
      ],
    )
    expect(mappingFor(known, ["valor", "valor"])).toEqual([null, "amount"])
  })

  it("replace an older mapping of the same names, and stay within their limit", () => {
    const changed: SheetMapping = mapping.map((one) => (one.name === "turma" ? { ...one, field: "title" } : one))
    expect(withMapping(withMapping([], mapping), changed)).toEqual([changed])
    const numbered = (n: number): SheetMapping => [{ name: `coluna ${n}`, field: "name" }]
    const many = Array.from({ length: 30 }, (_, n) => n).reduce<SheetMappings>(
      (all, n) => withMapping(all, numbered(n)),
      [],
    )
    expect(many).toHaveLength(sheetMappingLimits.mappings)
    expect(many[0]).toEqual(numbered(29))
  })

  it("return the latest one, and can always be stored", () => {
    const isStorable = Schema.is(SheetMappings)
    fc.assert(
      fc.property(fc.array(mappings, { minLength: 1, maxLength: 15 }), (all) => {
        const known = all.reduce<SheetMappings>(withMapping, [])
        expect(isStorable(known)).toBe(true)
        const last = all.at(-1) ?? []
        expect(
          mappingFor(
            known,
            last.map(({ name }) => name),
          ),
        ).toEqual(last.map(({ field }) => field))
      }),
    )
  })
})
