import type { ItemFailure, SheetField } from "@vintem/domain/batch"
import type { Aside, CellFault } from "../../sheet/batch-sheet.ts"
import type { Looks } from "../../sheet/columns.ts"
import type { FileRefusal } from "../../sheet/decode.ts"
import type { TableRefused } from "../../sheet/table.ts"

const of = (one: string, several: string) => (count: number) => `${count} ${count === 1 ? one : several}`
const links = of("link", "links")

export const brazilianPortuguese = {
  steps: { file: "1. Arquivo", check: "2. Conferir", send: "3. Enviar" },
  model: "Baixar planilha modelo",
  /** Without the file extension. */
  modelName: "planilha-modelo",
  fileRefused: {
    empty: "Este arquivo está vazio.",
    large: "Este arquivo tem mais de 2 MB. Divida a planilha.",
    spreadsheet: "Este é um arquivo do Excel ou parecido. Abra-o e use “Salvar como”, tipo CSV.",
    binary: "Este arquivo não é de texto. Salve a planilha como CSV.",
    unreadable: "Este arquivo não pôde ser lido. Tente de novo.",
  } satisfies Record<FileRefusal | "unreadable", string>,
  tableRefused: {
    large: "A planilha é grande demais. Divida-a.",
    no_names:
      "As primeiras linhas não têm os nomes das colunas. Escreva-os acima dos clientes, por exemplo: Nome; E-mail; Valor.",
    no_rows: "Abaixo dos nomes das colunas não há nenhum cliente.",
    columns: "A planilha tem mais de 100 colunas. Remova as que não são usadas.",
    rows: (most: number) => `No máximo ${most} linhas de uma vez: divida a planilha.`,
    open_quote: (line: number) => `Na linha ${line} começam aspas que não terminam. Remova ou feche as aspas.`,
  } satisfies Record<TableRefused["reason"], unknown>,
  /** The fields of a column, and the titles of the model sheet. */
  fields: {
    name: "Nome",
    email: "E-mail",
    document: "CPF ou CNPJ",
    phone: "Telefone",
    amount: "Valor",
    title: "Título",
    description: "Descrição",
    cep: "CEP",
    number: "Número",
    reference: "Referência",
    expired_at: "Vencimento",
  } satisfies Record<SheetField, string>,
  /** The reason why a customer has no link. */
  failures: {
    rule_not_found: "A regra de lembrete não existe mais.",
    terms_not_accepted: "Com os dados do lote, o link não poderia ser pago.",
  } satisfies Record<ItemFailure, string>,
  columns: {
    title: "Colunas da planilha",
    /** @param place - from 1 */
    unnamed: (place: number) => `Coluna ${place}, sem nome`,
    holds: (title: string) => `Coluna “${title}”`,
    unread: "Ignorada",
    unused: "Não usar",
    remembered: "Como na última planilha com estas colunas.",
    example: (cell: string) => `Por exemplo: ${cell}`,
    notRead: (titles: ReadonlyArray<string>) =>
      `${of("coluna ignorada", "colunas ignoradas")(titles.length)}: ${titles.join(", ")}.`,
    faults: {
      repeated: "Outra coluna já tem este campo. Escolha “Não usar” em uma delas.",
      of_batch: "Este lote já tem um vencimento. Escolha “Não usar”.",
      nothing: "Escolha o campo de pelo menos uma coluna.",
      unread: {
        amount: "Parece ter valores, mas está ignorada. Escolha um campo ou “Não usar”.",
        date: "Parece ter datas, mas está ignorada. Escolha um campo ou “Não usar”.",
        document: "Parece ter CPF ou CNPJ, mas está ignorada. Escolha um campo ou “Não usar”.",
      } satisfies Record<Looks, string>,
    },
    wrong: "Escolha antes os campos das colunas marcadas abaixo.",
  },
  cells: {
    name: (field: string, line: number) => `${field}, linha ${line}`,
    wrong: {
      name: "o nome não está completo",
      email: "o e-mail não é válido",
      document: "o CPF ou CNPJ não é válido",
      phone: "o telefone não é válido",
      amount: "escreva o valor como 1.234,56",
      title: "o título é longo demais",
      description: "a descrição é longa demais",
      cep: "o CEP não é válido",
      number: "o número é longo demais",
      reference: "a referência é longa demais",
      expired_at: "escreva o dia como 31/12/2026",
    } satisfies Record<SheetField, string>,
    unclear: {
      amount: "são milhares ou centavos? Escreva como 1.234,00",
      expired_at: "qual é o dia e qual é o mês? Escreva como 2026-12-31",
    },
    faults: {
      missing: "falta o valor",
      damaged: "uma letra se perdeu no arquivo: escreva de novo",
      past: "este dia já passou",
      refused: "este valor não é aceito",
    } satisfies Record<Exclude<CellFault, "wrong" | "unclear">, string>,
    postcodeLeft: "não existe: o cliente preenche",
    repair: (document: string) => `Usar ${document}`,
    repairAll: (count: number) => `Completar com zeros ${of("documento", "documentos")(count)}`,
  },
  rows: {
    send: "Enviar",
    sendOf: (line: number) => `Enviar a linha ${line}`,
    edit: "Corrigir",
    editOf: (line: number) => `Corrigir a linha ${line}`,
    made: "já no lote",
    asides: {
      totals: "total, não será enviada",
      example: "exemplo, não será enviada",
      empty: "vazia, não será enviada",
    } satisfies Record<Aside, string>,
    leaveWrong: (count: number) => `Deixar de fora ${of("linha marcada", "linhas marcadas")(count)}`,
    leftOut: (count: number) => `${of("linha fica", "linhas ficam")(count)} de fora.`,
    /** @param count - of the shown ones */
    shown: (count: number, all: number) =>
      `São mostradas ${count} de ${all} linhas: primeiro as que precisam de atenção.`,
  },
  options: {
    lastDay: "Para linhas sem vencimento.",
    more: "Mais opções",
    isLogoShown: "Mostrar o logotipo da empresa",
    areFieldsHidden: "Ocultar do cliente os dados já preenchidos",
    ofCompany: "O da empresa",
  },
  plan: {
    title: "O que será enviado",
    several: (count: number) => `Cada lote tem um só vencimento: serão criados ${count} lotes.`,
    /** @param day - formatted; null for none */
    batch: (count: number, day: string | null) =>
      day === null ? `${links(count)}, sem vencimento` : `${links(count)}, vencimento ${day}`,
    nameWithDay: (name: string, day: string) => (name === "" ? `Vencimento ${day}` : `${name}, vencimento ${day}`),
    made: (count: number, day: string | null) =>
      `Já criado: lote com ${links(count)}${day === null ? "" : `, vencimento ${day}`}`,
    rest: "Os lotes já criados não são enviados de novo. Confira e envie o resto.",
  },
  /** The texts of the boxes for a sheet. */
  paste: {
    read: (rows: number, faults: number) =>
      `${of("linha lida", "linhas lidas")(rows)}, ${faults === 0 ? "sem erros" : `${faults} para corrigir`}.`,
    fileHint:
      "CSV ou texto de no máximo 2 MB. Nada é enviado ainda: as linhas aparecem abaixo, onde podem ser corrigidas.",
    sheetHint:
      "Cole as linhas da sua planilha, com a linha dos nomes das colunas: nome, e-mail, CPF, telefone, valor, vencimento e outras.",
    rowsWrong: "Corrija as linhas marcadas abaixo, ou deixe-as de fora.",
    nothingToSend: "Cole a planilha com a linha dos nomes das colunas e pelo menos um cliente.",
    amountForAll: "Valor padrão",
    titleForAll: "Título padrão",
    file: "Ou escolha um arquivo",
  },
}
