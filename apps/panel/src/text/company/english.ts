import type { CompanyWords } from "./words.ts"

export const english: CompanyWords = {
  make: {
    verb: "Create a company",
    says: "It begins with the usual fees, which you change on its page “Company”. Nobody can sign in to it until its owner is invited: that comes next.",
  },
  change: { title: "Who the company is", verb: "Save the details" },
  nameWrong: "Enter a name of 2 to 140 characters.",
  documentHint: "It cannot be changed later. It may stay empty.",
  documentWrong: "This CPF or CNPJ does not exist: check its digits.",
  cityHint: (city) => `It stands in Pix codes. Empty is ${city}.`,
  cityWrong: "Enter a city of at most 120 characters.",
  minimumHint: "Payers are offered no installments below it. Empty is no minimum.",
  minimumWrong: "Enter an amount from 0.01 to 1,000,000.00, or leave it empty.",
  cloud: "Single orders from the cloud",
  cloudHint: "From addresses of cloud hosting, where those who test stolen cards often come from.",
  cloudOrders: { usual: "As the service decides", refused: "Refuse", taken: "Take" },
}
