/** A model sheet: every column that is read, named in the page's language, and one row that shows how to fill it in. */
import { SheetField } from "@vintem/domain/batch"

/** The example's names, to recognize it until somebody overwrites it. */
const exampleNames = { "pt-BR": "Exemplo: apague esta linha", en: "Example: delete this row" } as const

const example = {
  email: "maria@example.com",
  document: "529.982.247-25",
  phone: "(11) 98765-4321",
  cep: "01310-100",
  number: "1578",
  reference: "aluna-1",
}

const exampleTexts = {
  "pt-BR": { amount: "1.234,56", title: "Mensalidade", description: "Aulas de violão", expired_at: "31/12/2030" },
  en: { amount: "1234.56", title: "Monthly fee", description: "Guitar lessons", expired_at: "2030-12-31" },
} as const

/** @param titles - of the columns */
export const modelSheet = (
  language: keyof typeof exampleNames,
  titles: Readonly<Record<SheetField, string>>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const cells = { ...example, ...exampleTexts[language], name: exampleNames[language] }
  return [SheetField.literals.map((field) => titles[field]), SheetField.literals.map((field) => cells[field])]
}

/** True for the example row, which nobody wants to send. */
export const isExample = ({ name }: Readonly<Partial<Record<SheetField, string>>>): boolean =>
  Object.values(exampleNames).some((one) => one === name)
