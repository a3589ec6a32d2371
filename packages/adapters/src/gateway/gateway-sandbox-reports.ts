/**
 * The sandbox's reports if the acquirer is another process: it changes its books and answers with the reports, as it
 * does in process.
 */
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Reply } from "../connection/reply.ts"
import { CannotReport, SandboxReports } from "../simulated/sandbox-reports.ts"
import { answerIn, type Endpoint, exchangeWith } from "./exchange.ts"
import { paths } from "./paths.ts"
import { ChargeReportsBody } from "./wire/charge-reports.ts"
import { NotReported } from "./wire/refusal.ts"

/** Makes the acquirer at an address change a charge, and returns its reports. */
export const layer = (endpoint: Endpoint): Layer.Layer<SandboxReports, never, HttpClient.HttpClient> =>
  Layer.effect(
    SandboxReports,
    Effect.map(exchangeWith(endpoint), (exchange) =>
      SandboxReports.of({
        report: Effect.fnUntraced(function* (key, kind) {
          const reply = yield* exchange({ method: "PUT", path: paths.report(key, kind) })
          const refused = refusalIn(reply)
          if (Option.isSome(refused)) return yield* refused.value
          const { news: reports } = yield* answerIn(ChargeReportsBody, reply, key)
          return reports
        }),
      }),
    ),
  )

const refusalIn = ({ status, body }: Reply): Option.Option<CannotReport> =>
  status === 409
    ? Option.map(
        decodeRefusal(body),
        ({ kind, standing: state, method, possible }) => new CannotReport({ kind, state, method, possible }),
      )
    : Option.none()

const decodeRefusal = Schema.decodeUnknownOption(NotReported)
