/**
 * The customers of a company's orders.
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

/** The customers of a company's orders. */
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
          `The customer, and the latest ${customerDetailMax} of their subscriptions, of their links, and of their saved cards. ` +
          "For their orders, list orders with `taxvat`.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Customers", description: "The customers of a company's orders." }))
