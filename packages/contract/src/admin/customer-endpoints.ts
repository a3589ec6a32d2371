/**
 * Whom the orders of a company name.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { QueryFaults } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { PageEnvelope } from "../pagination.ts"
import { CustomerDetailView, customerDetailMax } from "./customer-detail.ts"
import { CustomerListQuery } from "./customer-list.ts"
import { CustomerView } from "./customer-view.ts"
import { company, customer, dataOf } from "./endpoint-parts.ts"

/** A page of customers. */
export const CustomerPage = PageEnvelope(CustomerView)

/** Whom the orders of a company name. */
export const Customers = HttpApiGroup.make("customers")
  .add(
    HttpApiEndpoint.get("list", "/companies/:company/customers", {
      params: { company },
      query: CustomerListQuery,
      success: CustomerPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List customers",
          description: "One per company and document, newest first. Filters combine by and.",
        }),
      ),
    HttpApiEndpoint.get("get", "/companies/:company/customers/:customer", {
      params: { company, customer },
      success: dataOf(CustomerDetailView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retrieve a customer",
        description:
          `Who it is, and the latest ${customerDetailMax} of their subscriptions, of the links made out to them, and of their saved cards. ` +
          "Their orders are the list of orders with `taxvat`.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Customers", description: "Whom the orders of a company name." }))
