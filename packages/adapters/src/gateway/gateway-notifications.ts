/**
 * Notifications of the acquirer, both ends: they are signed, sent until they are accepted, and may arrive more than once.
 *
 * @see docs/gateway-protocol.md
 */
import type { AttemptKey } from "@vintem/domain/identifiers"
import type { AcquirerReport } from "@vintem/domain/order"
import { OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Endpoint, exchangeWith } from "./exchange.ts"
import type { Signatures } from "./signature.ts"
import { refused, signedAnswer, told } from "./signed-answer.ts"
import { ChargeReportsBody, Taken } from "./wire/charge-reports.ts"
import { readJson } from "./wire/faults.ts"
import { noSuchCharge } from "./wire/refusal.ts"

/**
 * Answers a notification: 200 once it is recorded, 404 if there is no such charge.
 *
 * @param record - false if the key belongs to no charge of ours; fails if the acquirer should send it again
 */
export const receiving = <R>(
  signatures: Signatures,
  record: (key: AttemptKey, reports: ReadonlyArray<AcquirerReport>) => Effect.Effect<boolean, OutcomeUnknown, R>,
) =>
  signedAnswer(signatures, (_, body) =>
    Effect.gen(function* () {
      const { key, news: reports } = yield* readJson(ChargeReportsBody, body)
      return yield* (yield* record(key, reports)) ? told(Taken, { key }) : refused(404, noSuchCharge(key))
    }),
  )

/** The receiver refused it, and would refuse it again. */
export class NotificationRefused extends Schema.TaggedError<NotificationRefused>()("NotificationRefused", {
  status: Schema.Int,
}) {}

/**
 * Sends it once.
 *
 * @param endpoint - `url` is the exact notification URL
 * @returns fails with `OutcomeUnknown` if it has to be sent again, with `NotificationRefused` if that would not help
 */
export const notifying = (endpoint: Endpoint) =>
  Effect.map(exchangeWith(endpoint), (exchange) =>
    Effect.fnUntraced(function* (key: AttemptKey, reports: ReadonlyArray<AcquirerReport>) {
      const body = yield* Effect.orDie(encodeReports({ key, news: reports }))
      const { status } = yield* exchange({ method: "POST", path: "", body })
      if (status >= 200 && status < 300) return
      return yield* [400, 404, 413].includes(status)
        ? new NotificationRefused({ status })
        : new OutcomeUnknown({ detail: `HTTP ${status}` })
    }),
  )

const encodeReports = Schema.encodeEffect(Schema.fromJsonString(ChargeReportsBody))
