// What the trail tells of a link: every option, under a name that the panel has words for, and nothing about the payer.

import { forEachMethod } from "@vintem/domain/method"
import { LinkTerms, unknownCustomer } from "@vintem/domain/payment-link"
import { TrailFieldName } from "@vintem/domain/trail"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { linkFields } from "./link-fields.ts"

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

describe("the fields of a link", () => {
  const told = Object.keys(linkFields(terms))

  it("are all options except the description, and if it has a rule", () => {
    const known = Object.keys(LinkTerms.fields)
    const untold = ["reference", "customer", "description", "ruleToken"]
    expect(told.toSorted()).toEqual([...known.filter((name) => !untold.includes(name)), "hasRule"].toSorted())
  })

  it("have names that the panel knows", () => {
    expect(told.filter((name) => !Schema.is(TrailFieldName)(name))).toEqual([])
  })
})
