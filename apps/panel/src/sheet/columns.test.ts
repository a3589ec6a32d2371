import { SheetField } from "@vintem/domain/batch"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fieldNamed, isValueLike, looksOf } from "./columns.ts"

const titles: Readonly<Record<SheetField, ReadonlyArray<string>>> = {
  name: [
    "Nome",
    "NOME DO CLIENTE",
    "Nome completo",
    "Cliente",
    "Pagador",
    "Nome do(a) aluno(a)",
    "Razão Social",
    "customer_name",
    "Full name",
  ],
  email: [
    "E-mail",
    "E-mail do cliente",
    "email",
    "Endereço de e-mail",
    "E-MAIL (principal)",
    "customer_email",
    "E-mail address",
  ],
  document: [
    "CPF",
    "CNPJ",
    "CPF / CNPJ",
    "CPF/CNPJ",
    "CPF ou CNPJ",
    "CNPJ/CPF do pagador",
    "Documento",
    "Nº do CPF",
    "Document",
  ],
  phone: [
    "Fone",
    "Telefone",
    "Telefone celular",
    "Telefone (com DDD)",
    "Tel.",
    "Cel.",
    "WhatsApp",
    "Fone/Celular",
    "Celular do responsável",
    "Phone number",
  ],
  amount: [
    "Valor",
    "Valor (R$)",
    "Valor R$",
    "Valor em reais",
    "VALOR DA COBRANÇA",
    "Valor a pagar",
    "Preço",
    "Mensalidade",
    "Total",
    "Amount",
  ],
  title: ["Título", "Produto", "Serviço", "Assunto", "title"],
  description: ["Descrição", "Detalhes", "description"],
  cep: ["CEP", "CEP do cliente", "Código postal", "Zip code"],
  number: ["Número", "Nº", "Número da casa", "number"],
  reference: [
    "Referência",
    "Sua referência",
    "Código do cliente",
    "Cód.",
    "Matrícula",
    "ID",
    "Número do pedido",
    "reference",
  ],
  expired_at: [
    "Vencimento",
    "Data de vencimento",
    "Data do vencimento",
    "Vence em",
    "Último dia",
    "Validade",
    "expired_at",
    "Due date",
  ],
}

describe("a column", () => {
  it.each(SheetField.literals)("is known by the names that people give it: %s", (field) => {
    expect(titles[field].map((title) => [title, fieldNamed(title)])).toEqual(
      titles[field].map((title) => [title, field]),
    )
  })

  it.each([
    "",
    "Observação",
    "Valor pago",
    "Valor (pago)",
    "Desconto",
    "Data de nascimento",
    "Turma",
    "Nome da mãe",
    "Data",
    "de",
    "(R$)",
    "constructor",
    "__proto__",
  ])("named %j is not known", (title) => {
    expect(fieldNamed(title)).toBeUndefined()
  })

  it("is known however its name is written", () => {
    const known = SheetField.literals.flatMap((field) => titles[field].map((title) => [title, field] as const))
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.constantFrom("", " ", ":", " *"),
        fc.boolean(),
        ([title, field], end, isLoud) => {
          const written = `${end}${isLoud ? title.toUpperCase() : title.toLowerCase()}${end}`.normalize("NFD")
          expect(fieldNamed(written)).toBe(field)
        },
      ),
    )
  })

  it.each([
    [["150,00", "890,00"], "amount"],
    [["150", "890"], "amount"],
    [["R$ 10", "isento", "isento", "isento"], "amount"],
    [["10/12/2026", ""], "date"],
    [["529.982.247-25", "x"], "document"],
    [["1234567890", ""], "document"],
    [["1", "2", "3"], null],
    [["3º B", "2º A"], null],
    [["", ""], null],
    [[], null],
    [["(11) 98765-4321"], null],
    [["00012", "00013"], null],
  ])("with %j looks like %j", (cells, looks) => {
    expect(looksOf(cells)).toBe(looks)
  })

  it("is named by no value", () => {
    expect(["ana@example.com", "10,00", "529.982.247-25", "10/12/2026", "R$ 5"].filter(isValueLike)).toHaveLength(5)
    expect(["Nome", "2026", "Valor (R$)", "1ª parcela"].filter(isValueLike)).toEqual([])
  })
})
