// A customer as the administration lists it.
import { instant } from "@vintem/domain/calendar"
import { CustomerDetails } from "@vintem/domain/customer"
import { CompanyId, CustomerId } from "@vintem/domain/identifiers"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { customerView } from "./customer-view.ts"

it("prints document, telephone and time as people read them", () => {
  const customer = {
    id: CustomerId.make(42),
    company: CompanyId.make(1),
    token: "3d0f7a52-1c4e-4b8a-9f66-7e2a5c9d1b30",
    details: Schema.decodeSync(CustomerDetails)({
      fullname: "Maria da Silva",
      email: "maria@example.com",
      document: "52998224725",
      telephone: "1133334444",
    }),
    createdAt: instant(Date.UTC(2026, 10, 21, 2, 59)),
  }
  expect(customerView(customer)).toEqual({
    id: 42,
    token: "3d0f7a52-1c4e-4b8a-9f66-7e2a5c9d1b30",
    fullname: "Maria da Silva",
    email: "maria@example.com",
    taxvat: "529.982.247-25",
    telephone: "(11) 3333-4444",
    created_at: "2026-11-20 23:59:00",
  })
})
