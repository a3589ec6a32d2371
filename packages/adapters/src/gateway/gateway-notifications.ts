/**
 * What the acquirer tells of its own accord, at both ends: told with a signature until it is taken, and taken once or many times.
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
 * Answers a notification: 200 once it is recorded, 404 where there is no such charge.
 *
 * @param record - false where the key is of no charge of ours; fails where it is to be told again
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

/** Said no to, in words that saying it again will not change. */
export class NotificationRefused extends Schema.TaggedError<NotificationRefused>()("NotificationRefused", {
  status: Schema.Int,
}) {}

/**
 * Tells it once.
 *
 * @param endpoint - `url` is the very one that notifications go to
 * @returns fails with `OutcomeUnknown` where it has to be told again, with `NotificationRefused` where that is of no use
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
