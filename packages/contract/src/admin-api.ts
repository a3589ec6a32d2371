/**
 * The administration API, which stands for an administration panel.
 */

import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Schema from "effect/Schema"
import { ApiKeyView, apiKeyBody, NewApiKeyView } from "./admin/api-key.ts"
import { Checkouts, Coupons, PaymentLinkRules, Products, Webhook } from "./admin/catalogue-api.ts"
import { companyBody, companyPatchBody } from "./admin/company-request.ts"
import { CompanyView } from "./admin/company-view.ts"
import { CustomerView } from "./admin/customer-view.ts"
import { DeadJobView, RetriedJobView } from "./admin/dead-job.ts"
import { company, dataOf } from "./admin/endpoint-parts.ts"
import { Orders } from "./admin/order-endpoints.ts"
import { PaymentLinkHistory } from "./admin/payment-link-endpoints.ts"
import { Subscribers } from "./admin/subscriber-endpoints.ts"
import { WebhookDeliveries } from "./admin/webhook-delivery-endpoints.ts"
import { AdminAuthentication, QueryFaults } from "./authentication.ts"
import { bodyErrors, postErrors } from "./body-errors.ts"
import { Invalid, NotFound } from "./errors.ts"
import { IdempotencyHeaders } from "./input/idempotency-key.ts"
import { MessageResponse } from "./message-response.ts"
import { documentation } from "./openapi/documentation.ts"
import { PageEnvelope, PageQuery } from "./pagination.ts"

/** A page of companies. */
export const CompanyPage = PageEnvelope(CompanyView)

/** A page of API keys. */
export const ApiKeyPage = PageEnvelope(ApiKeyView)

/** A page of customers. */
export const CustomerPage = PageEnvelope(CustomerView)

/** A page of work that was given up. */
export const DeadJobPage = PageEnvelope(DeadJobView)

const Companies = HttpApiGroup.make("companies")
  .add(
    HttpApiEndpoint.post("create", "/companies", {
      headers: IdempotencyHeaders,
      payload: companyBody.schema,
      success: dataOf(CompanyView).pipe(HttpApiSchema.status(201)),
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Create a company", description: "It starts with the default fee schedule." }),
    ),
    HttpApiEndpoint.get("list", "/companies", { query: PageQuery, success: CompanyPage })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List companies", description: "Newest first, 15 a page." })),
    HttpApiEndpoint.get("get", "/companies/:company", {
      params: { company },
      success: dataOf(CompanyView),
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Retrieve a company", description: "One company, fees included." }),
    ),
    HttpApiEndpoint.patch("update", "/companies/:company", {
      params: { company },
      payload: companyPatchBody.schema,
      success: dataOf(CompanyView),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a company",
        description:
          "Absent fields keep their value, `null` clears. Of the fees, absent parts keep theirs. A company `under_moderation` takes no " +
          "money: orders and payments are 403, and due renewals wait until the moderation ends. What was asked of payers before can " +
          "still be paid.",
      }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Companies", description: "Who sells, at which fees." }))

const ApiKeys = HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.post("create", "/companies/:company/api-keys", {
      params: { company },
      payload: apiKeyBody.schema,
      success: dataOf(NewApiKeyView).pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({ summary: "Create an API key", description: "The key is shown in this answer only." }),
    ),
    HttpApiEndpoint.get("list", "/companies/:company/api-keys", {
      params: { company },
      query: PageQuery,
      success: ApiKeyPage,
      error: NotFound,
    })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({ summary: "List API keys", description: "Those that are not revoked, newest first." }),
      ),
    HttpApiEndpoint.delete("revoke", "/companies/:company/api-keys/:id", {
      params: { company, id: Schema.String.annotate({ description: "The key's id.", examples: ["1"] }) },
      success: MessageResponse,
      error: NotFound,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Revoke an API key", description: "Takes effect at once in every process." }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "API keys", description: "What companies call the public API with." }))

const Customers = HttpApiGroup.make("customers")
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
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Customers", description: "Whom the orders of a company name." }))

const DeadJobs = HttpApiGroup.make("deadJobs")
  .add(
    HttpApiEndpoint.get("list", "/dead-jobs", { query: PageQuery, success: DeadJobPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List dead jobs",
          description: "Background work that was given up, of all companies, the latest first.",
        }),
      ),
    HttpApiEndpoint.post("retry", "/dead-jobs/:id/retry", {
      params: { id: Schema.String.annotate({ description: "The job's id.", examples: ["7"] }) },
      success: dataOf(RetriedJobView).pipe(HttpApiSchema.status(202)),
      error: [NotFound, Invalid],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Retry a dead job",
        description:
          "Has it done again, at once and with its whole allowance of tries. 404 where no such job is dead, or where its " +
          "work waits to be done already, 422 where it is a webhook that there is nobody to send to.",
      }),
    ),
  )
  .prefix("/admin/v1")
  .middleware(AdminAuthentication)
  .annotateMerge(OpenApi.annotations({ title: "Dead jobs", description: "Background work that was given up." }))

export class AdminApi extends HttpApi.make("vintem-admin")
  .add(
    Companies,
    ApiKeys,
    Orders,
    Products,
    Checkouts,
    Coupons,
    PaymentLinkRules,
    PaymentLinkHistory,
    Subscribers,
    Webhook,
    WebhookDeliveries,
    Customers,
    DeadJobs,
  )
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém administration",
      description:
        "Companies with their API keys, their customers, orders, payment links and subscriptions, what they sell and where they are told of it, and " +
        "background work that was given up.",
      isRateLimited: false,
    }),
  ) {}
