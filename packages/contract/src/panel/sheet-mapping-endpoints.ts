/** The columns of a company's sheets, as people chose them in the panel. */
import { sheetMappingLimits } from "@vintem/domain/batch"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { company, dataOf } from "../admin/endpoint-parts.ts"
import { bodyErrors } from "../body-errors.ts"
import { NotFound } from "../errors.ts"
import { SheetMappingView, sheetMappingBody } from "./sheet-mapping.ts"

const path = "/companies/:company/sheet-mappings"
const all = dataOf(Schema.Array(SheetMappingView))

export const SheetMappings = HttpApiGroup.make("sheetMappings")
  .add(
    HttpApiEndpoint.get("list", path, { params: { company }, success: all, error: NotFound }).annotateMerge(
      OpenApi.annotations({
        summary: "List column mappings of sheets",
        description: `The latest first, at most ${sheetMappingLimits.mappings}.`,
      }),
    ),
    HttpApiEndpoint.put("keep", path, {
      params: { company },
      payload: sheetMappingBody.schema,
      success: all,
      error: [...bodyErrors, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Save the column mapping of a sheet",
        description:
          "For the next sheet with the same column names, in any order. " +
          `Above ${sheetMappingLimits.mappings}, the oldest is deleted.`,
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Sheets", description: "What the columns of a company's sheets mean." }))
