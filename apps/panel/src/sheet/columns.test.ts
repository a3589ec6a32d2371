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
    "Nome/Razão social",
    "Razão social",
    "Nome(s)",
    "Clientes",
    "Contato",
    "Nome do titular",
    "Responsável financeiro",
    "Nome e sobrenome",
  ],
  email: [
    "E-mail",
    "E-mail do cliente",
    "email",
    "Endereço de e-mail",
    "E-MAIL (principal)",
    "customer_email",
    "E-mail address",
    "E-mails",
    "E-mail/Contato",
    "E-mail do responsável financeiro",
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
    "CPF do titular",
    "CPFs",
    "C.P.F.",
    "CPF/CNPJ da empresa",
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
    "Celular/WhatsApp",
    "Telefone / Celular / Zap",
    "Telefones",
    "Celulares",
    "Tel. de contato",
    "Nro. do WhatsApp",
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
    "Vlr",
    "Vlr.",
    "Vl. total",
    "Vlr. Mensalidade",
    "Valor/Mensalidade",
    "Valores (R$)",
    "Valor(es)",
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
    "Vencto",
    "Vcto",
    "Vcto.",
    "Venc.",
    "Vencimentos",
    "Dt. Vencimento",
    "Dt Vcto",
    "Data Venc.",
    "Data limite",
  ],
}

describe("a column", () => {
  it.each(SheetField.literals)("has the field of its usual name: %s", (field) => {
    expect(titles[field].map((title) => [title, fieldNamed(title)])).toEqual(
      titles[field].map((title) => [title, field]),
    )
  })

  it.each([
    "",
    "Observação",
    "Valor da parcela",
    "Vlr. parcela",
    "Total de parcelas",
    "Parcela",
    "Dt.",
    "Data de pagamento",
    "Nome/CPF",
    "Telefone ou e-mail",
    "Saldo devedor",
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
  ])("named %j is unknown", (title) => {
    expect(fieldNamed(title)).toBeUndefined()
  })

  it("is recognized in any spelling of its name", () => {
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
    [["529.982.247-26", "529.982.247-27"], "document"],
    [["52998224726"], "document"],
    [["***.982.247-**"], "document"],
    [["CPF 529.982.247-25"], "document"],
    [["06.990.590/0001-24"], "document"],
    [["06990590000124"], "document"],
    [["12.ABC.345/01DE-00"], "document"],
    [["11987654321"], null],
    [["+55 11 98765-4321"], null],
    [["01310-100"], null],
    [["10/12", "11/12"], "date"],
    [["-10,00", "0,00"], "amount"],
    [["0", "0"], "amount"],
    [["150,00/mês", "a combinar"], "amount"],
    [["10%", "12,50 %"], null],
  ])("with %j looks like %j", (cells, looks) => {
    expect(looksOf(cells)).toBe(looks)
  })

  it.each([
    [["ana@example.com", ""], "email"],
    [["(11) 98765-4321"], "phone"],
    [["529.982.247-25"], "document"],
    [["Ana Souza", "Rui"], "name"],
  ] as const)("named for a person has the field of its values: %j is %s", (cells, field) => {
    expect(["Contato", "Cliente", "Responsável (legal)"].map((title) => fieldNamed(title, cells))).toEqual([
      field,
      field,
      field,
    ])
  })

  it("does not take a value for a name", () => {
    expect(["ana@example.com", "10,00", "529.982.247-25", "10/12/2026", "R$ 5"].filter(isValueLike)).toHaveLength(5)
    expect(["-10,00", "(R$ 5)", "150,00/mês"].filter(isValueLike)).toHaveLength(3)
    expect(
      [
        "Nome",
        "2026",
        "Valor (R$)",
        "1ª parcela",
        "Mensalidade 12/2026",
        "Parcela 1/12",
        "dez/26",
        "Plano R$ 50,00",
      ].filter(isValueLike),
    ).toEqual([])
  })
})
