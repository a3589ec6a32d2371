/** The meaning of the columns in a company's sheets. */
import { keepSheetMapping } from "@vintem/application"
import { PanelOwn, sheetMappingBody, sheetMappingViews } from "@vintem/contract"
import { SheetMappingRepository } from "@vintem/domain/ports"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { companyOf, type OfCompany } from "../admin/company-of.ts"
import { json } from "../edge/body/answers.ts"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { operation } from "../edge/received-request.ts"
import { orServerError } from "../edge/server-error.ts"

export const sheetMappings = HttpApiBuilder.group(PanelOwn, "sheetMappings", (handlers) =>
  handlers
    .handle("list", ({ params }) =>
      Effect.gen(function* () {
        const { find } = yield* SheetMappingRepository
        const { id } = yield* companyOf(params)
        return { data: sheetMappingViews(yield* find(id)) }
      }).pipe(orServerError),
    )
    .handleRaw("keep", ({ params }) => keep(params), uninterruptible),
)

const keep = (params: OfCompany) =>
  operation(
    { body: sheetMappingBody, isKeyed: false },
    Effect.fnUntraced(function* ({ input }) {
      const { id } = yield* companyOf(params)
      return json(200, { data: sheetMappingViews(yield* keepSheetMapping(id, input)) })
    }),
  )
