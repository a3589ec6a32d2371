/**
 * The administration API, called with the administration token.
 */

import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { companyBody, companyPatchBody } from "./admin/company-request.ts"
import { CompanyView } from "./admin/company-view.ts"
import { company, dataOf } from "./admin/endpoint-parts.ts"
import { AdminAuthentication, QueryFaults } from "./authentication.ts"
import { BackOffice } from "./back-office.ts"
import { bodyErrors, postErrors } from "./body-errors.ts"
import { NotFound } from "./errors.ts"
import { IdempotencyHeaders } from "./input/idempotency-key.ts"
import { documentation } from "./openapi/documentation.ts"
import { PageEnvelope, PageQuery } from "./pagination.ts"

/** A page of companies. */
export const CompanyPage = PageEnvelope(CompanyView)

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
          "Absent fields and absent parts of `fees` keep their value; `null` clears. A company `under_moderation` takes no money: orders and " +
          "payments are 403, and due renewals wait until the moderation ends. Payments requested before can still be paid.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Companies", description: "Companies and their fees." }))

/** The operations of `BackOffice`, with the administration's token. */
export const AdminBackOffice = BackOffice.prefix("/admin/v1").middleware(AdminAuthentication)

/** The operations that only the administration has. */
export class AdminOwn extends HttpApi.make("vintem-admin-own")
  .add(Companies)
  .prefix("/admin/v1")
  .middleware(AdminAuthentication) {}

export class AdminApi extends HttpApi.make("vintem-admin")
  .addHttpApi(AdminOwn)
  .addHttpApi(AdminBackOffice)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém administration",
      description:
        "Companies with their API keys, customers, orders, payment links, subscriptions, catalogue and webhooks, and background work that " +
        "was given up.",
      isRateLimited: false,
    }),
  ) {}
