// A link's facts in the audit log: every option, with a name that the panel knows, and nothing about the payer.
import { AuditFactName } from "@vintem/domain/audit"
import { forEachMethod } from "@vintem/domain/method"
import { LinkTerms, unknownCustomer } from "@vintem/domain/payment-link"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { linkFacts } from "./link-facts.ts"

const terms = Schema.decodeSync(LinkTerms)({
  title: "Mensalidade de novembro",
  amount: 19_990,
  reference: "mensalidade-11",
  customer: { ...unknownCustomer, name: "Maria da Silva" },
  description: "Aulas de violão",
  additionalAmount: 500,
  bgColor: null,
  showCompanyLogo: false,
  expiredAt: "2030-12-31",
  expireAfterPayment: true,
  methods: forEachMethod(() => true),
  feeMode: "none",
  installments: 3,
  hideCustomerFields: true,
  ruleToken: null,
  language: "en",
  redirectAfterSuccess: "https://loja.example.com/obrigado",
})

describe("the facts of a link", () => {
  const told = Object.keys(linkFacts(terms))

  it("are all options except the description, and if it has a rule", () => {
    const known = Object.keys(LinkTerms.fields)
    const untold = ["reference", "customer", "description", "ruleToken"]
    expect(told.toSorted()).toEqual([...known.filter((name) => !untold.includes(name)), "hasRule"].toSorted())
  })

  it("have names that the panel knows", () => {
    expect(told.filter((name) => !Schema.is(AuditFactName)(name))).toEqual([])
  })
})
