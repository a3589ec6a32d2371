/**
 * Whom the orders of a company name.
 */
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { QueryFaults } from "../authentication.ts"
import { NotFound } from "../errors.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { CustomerView } from "./customer-view.ts"
import { company } from "./endpoint-parts.ts"

/** A page of customers. */
export const CustomerPage = PageEnvelope(CustomerView)

/** Whom the orders of a company name. */
export const Customers = HttpApiGroup.make("customers")
  .add(
    HttpApiEndpoint.get("list", "/companies/:company/customers", {
      params: { company },
      query: PageQuery,
      success: CustomerPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({ summary: "List customers", description: "One per company and document, newest first." }),
      ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Customers", description: "Whom the orders of a company name." }))
