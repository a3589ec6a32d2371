/** A company for its members, and companies for operators. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { companyBody } from "../admin/company-request.ts"
import { company, dataOf } from "../admin/endpoint-parts.ts"
import { QueryFaults } from "../authentication.ts"
import { bodyErrors, postErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { IdempotencyHeaders } from "../input/idempotency-key.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { companyPagesBody, companyTermsBody, moderationBody } from "./company-change.ts"
import { PanelCompanyView } from "./panel-company-view.ts"

const one = dataOf(PanelCompanyView)
const path = "/companies/:company"

/** A company, for its members. */
export const OwnCompany = HttpApiGroup.make("company")
  .add(
    HttpApiEndpoint.get("get", path, { params: { company }, success: one, error: NotFound }).annotateMerge(
      OpenApi.annotations({ summary: "Retrieve a company", description: "Fees and page settings included." }),
    ),
    HttpApiEndpoint.patch("update", `${path}/pages`, {
      params: { company },
      payload: companyPagesBody.schema,
      success: one,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change the company's pages",
        description: "What payers see. Absent fields keep their value, `null` clears.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Company", description: "The company, for its members." }))

/** Companies, for operators. */
export const Companies = HttpApiGroup.make("companies")
  .add(
    HttpApiEndpoint.get("list", "/companies", { query: PageQuery, success: PageEnvelope(PanelCompanyView) })
      .middleware(QueryFaults)
      .annotateMerge(OpenApi.annotations({ summary: "List companies", description: "All of them, newest first." })),
    HttpApiEndpoint.post("create", "/companies", {
      headers: IdempotencyHeaders,
      payload: companyBody.schema,
      success: one.pipe(HttpApiSchema.status(201)),
      error: postErrors,
    }).annotateMerge(
      OpenApi.annotations({ summary: "Create a company", description: "It starts with the default fee schedule." }),
    ),
    HttpApiEndpoint.patch("update", path, {
      params: { company },
      payload: companyTermsBody.schema,
      success: one,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change a company",
        description: "Absent fields and absent parts of `fees` keep their value; `null` clears.",
      }),
    ),
    HttpApiEndpoint.put("moderate", `${path}/moderation`, {
      params: { company },
      payload: moderationBody.schema,
      success: one,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Moderate a company, or end its moderation",
        description:
          "A company under moderation takes no money: orders and payments are 403, and due renewals wait until the moderation ends. Payments " +
          "requested before can still be paid.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Companies", description: "All companies, for operators." }))
