/**
 * The server's end of the gateway protocol: serves any acquirer to clients that have one of the secrets.
 *
 * @see docs/gateway-protocol.md
 */
import { AttemptKey, CompanyId, RefundKey } from "@vintem/domain/identifiers"
import { PaymentMethod } from "@vintem/domain/method"
import { Acquirer, ChargeList } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ReportKind, SandboxReports } from "../simulated/sandbox-reports.ts"
import { routes } from "./paths.ts"
import { type GatewaySecrets, signatures } from "./signature.ts"
import { refused, signedAnswer, told } from "./signed-answer.ts"
import { ChargeAnswerBody } from "./wire/charge-answer.ts"
import { ChargeListBody, ChargeListQuery } from "./wire/charge-list.ts"
import { ChargeReportsBody } from "./wire/charge-reports.ts"
import { ChargeBody } from "./wire/charge-request.ts"
import { readJson, readNames } from "./wire/faults.ts"
import { RefundAnswerBody, RefundBody } from "./wire/refund.ts"
import { noList, noSuchCharge, notReported } from "./wire/refusal.ts"

/** The served routes: they distinguish a wrong method from a wrong path. */
export const served = Object.values(routes)

/**
 * The routes of an acquirer, and of its `ChargeList` if there is one; otherwise the list answers that there is none.
 * Signatures are judged by the clock that is current when the layer is built.
 */
export const layer = (secrets: GatewaySecrets) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const acquirer = yield* Acquirer
      const chargeList = yield* Effect.serviceOption(ChargeList)
      const signed = yield* signatures(secrets)

      const charge = signedAnswer(signed, (names, body) =>
        Effect.gen(function* () {
          const { key } = yield* readNames(ChargeNames, names)
          const request = yield* readJson(ChargeBody, body)
          return yield* told(ChargeAnswerBody, { key, ...(yield* acquirer.charge({ key, ...request })) })
        }),
      )

      const find = signedAnswer(signed, (names) =>
        Effect.gen(function* () {
          const charge = yield* readNames(ChargeRefNames, { ...(yield* query), ...names })
          const found = yield* acquirer.find(charge)
          const { key } = charge
          return yield* Option.isNone(found)
            ? refused(404, noSuchCharge(key))
            : told(ChargeAnswerBody, { key, ...found.value })
        }),
      )

      const withdraw = signedAnswer(signed, (names) =>
        Effect.gen(function* () {
          const charge = yield* readNames(ChargeRefNames, { ...(yield* query), ...names })
          return yield* told(ChargeAnswerBody, { key: charge.key, ...(yield* acquirer.void(charge)) })
        }),
      )

      const refund = signedAnswer(signed, (names, body) =>
        Effect.gen(function* () {
          const { charge, key } = yield* readNames(RefundNames, names)
          const { amount, way, company, method } = yield* readJson(RefundBody, body)
          const request = { key, charge: { key: charge, company, method }, amount, way }
          return yield* told(RefundAnswerBody, { key, ...(yield* acquirer.refund(request)) })
        }),
      )

      const list = signedAnswer(signed, () =>
        Effect.gen(function* () {
          const { since, after = null, limit } = yield* readNames(ChargeListQuery, yield* query)
          if (Option.isNone(chargeList)) return yield* refused(501, noList)
          return yield* chargeList.value.page({ since, after, limit }).pipe(
            Effect.flatMap(({ charges, next }) =>
              told(ChargeListBody, { charges, ...(next === null ? {} : { next }) }),
            ),
            Effect.catchTag("NoChargeList", () => refused(501, noList)),
          )
        }),
      )

      return Layer.mergeAll(
        HttpRouter.add(routes.charges.method, routes.charges.path, list),
        HttpRouter.add(routes.charge.method, routes.charge.path, charge),
        HttpRouter.add(routes.find.method, routes.find.path, find),
        HttpRouter.add(routes.void.method, routes.void.path, withdraw),
        HttpRouter.add(routes.refund.method, routes.refund.path, refund),
      )
    }),
  )

/** A simulated acquirer's sandbox reports, for clients with one of the secrets. No acquirer of real money has them. */
export const layerLevers = (secrets: GatewaySecrets) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const reports = yield* SandboxReports
      const signed = yield* signatures(secrets)
      const report = signedAnswer(signed, (names) =>
        Effect.gen(function* () {
          const { key, kind } = yield* readNames(ReportNames, names)
          return yield* reports.report(key, kind).pipe(
            Effect.flatMap((reports) => told(ChargeReportsBody, { key, news: reports })),
            Effect.catchTag("CannotReport", ({ state, method, possible }) =>
              refused(409, notReported({ key, kind, standing: state, method, possible })),
            ),
          )
        }),
      )
      return HttpRouter.add(routes.report.method, routes.report.path, report)
    }),
  )

/** The fields of a request's query. */
const query = Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
  Object.fromEntries(new URLSearchParams(url.split("?")[1] ?? "")),
)

const ChargeNames = Schema.Struct({ key: AttemptKey })
const ChargeRefNames = Schema.Struct({
  key: AttemptKey,
  company: Schema.optionalKey(Schema.FiniteFromString.pipe(Schema.decodeTo(CompanyId))),
  method: Schema.optionalKey(PaymentMethod),
})
const RefundNames = Schema.Struct({ charge: AttemptKey, key: RefundKey }).pipe(
  Schema.encodeKeys({ charge: "key", key: "refund_key" }),
)
const ReportNames = Schema.Struct({ key: AttemptKey, kind: ReportKind })
