import type { CompanyWords } from "./words.ts"

export const english: CompanyWords = {
  make: {
    verb: "Create a company",
    says: "It starts with the default fees, which you can change on its page “Company”. Next, invite its owner: until then, nobody can sign in to it.",
  },
  change: { title: "Company details", verb: "Save the details" },
  nameWrong: "Enter a name of 2 to 140 characters.",
  documentHint: "Optional. It cannot be changed later.",
  documentWrong: "This CPF or CNPJ does not exist: check its digits.",
  cityHint: (city) => `Shown in Pix codes. If empty, ${city}.`,
  cityWrong: "Enter a city of at most 120 characters.",
  minimumHint: "Payers are not offered smaller installments. If empty, there is no minimum.",
  minimumWrong: "Enter an amount from 0.01 to 1,000,000.00, or leave it empty.",
  cloud: "Single orders from cloud hosting",
  cloudHint: "Stolen cards are often tested from addresses of cloud hosting.",
  cloudOrders: { usual: "Use the service's default", refused: "Refuse", taken: "Accept" },
}
