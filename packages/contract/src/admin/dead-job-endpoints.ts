/** Background work that was given up, of all companies. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { QueryFaults } from "../authentication.ts"
import { Invalid, NotFound } from "../errors.ts"
import { PageEnvelope, PageQuery } from "../pagination.ts"
import { DeadJobView, RetriedJobView } from "./dead-job.ts"
import { dataOf } from "./endpoint-parts.ts"

/** A page of given-up work. */
export const DeadJobPage = PageEnvelope(DeadJobView)

/** Background work that was given up, of all companies. */
export const DeadJobs = HttpApiGroup.make("deadJobs")
  .add(
    HttpApiEndpoint.get("list", "/dead-jobs", { query: PageQuery, success: DeadJobPage })
      .middleware(QueryFaults)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List dead jobs",
          description: "Background work of all companies that was given up, the latest first.",
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
          "Runs it again at once, with all its tries. 404 if no such job is dead, or if its work is already waiting. 422 for a webhook whose " +
          "company has no URL any more.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Dead jobs", description: "Background work that was given up." }))
