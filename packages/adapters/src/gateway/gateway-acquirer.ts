/**
 * An acquirer at the other end of a connection, by the gateway protocol.
 *
 * Each question is asked once. If the answer is missing, cannot be read or is about another key, the outcome is unknown, and the caller
 * asks again under the same key.
 *
 * @see docs/gateway-protocol.md
 */
import type { AttemptKey, RefundKey } from "@vintem/domain/identifiers"
import { Acquirer, AcquirerUnreached, type ChargeAnswer, OutcomeUnknown, type RefundAnswer } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Reply } from "../connection/reply.ts"
import { Sending } from "../connection/sending.ts"
import { answerIn, type Endpoint, exchangeWith } from "./exchange.ts"
import { paths } from "./paths.ts"
import { ChargeAnswerBody } from "./wire/charge-answer.ts"
import { ChargeBody } from "./wire/charge-request.ts"
import { RefundAnswerBody, RefundBody } from "./wire/refund.ts"
import { NoSuchCharge } from "./wire/refusal.ts"

/** Signs by the clock that is current when the layer is built. */
export const layer = (endpoint: Endpoint): Layer.Layer<Acquirer, never, HttpClient.HttpClient> =>
  Layer.effect(
    Acquirer,
    Effect.map(exchangeWith(endpoint), (exchange) =>
      Acquirer.of({
        charge: ({ key, company, ...request }) =>
          encodeCharge(company === undefined ? request : { ...request, company }).pipe(
            Effect.mapError(unwritable),
            Effect.flatMap((body) => {
              const sending = new Sending()
              return Effect.mapError(
                exchange({ method: "PUT", path: paths.charge(key), body, sending }),
                unreachedIf(sending),
              )
            }),
            Effect.flatMap((reply) => chargeAnswer(reply, key)),
            spanned("charge", key),
          ),
        find: (charge) =>
          exchange({ method: "GET", path: paths.find(charge) }).pipe(
            Effect.flatMap((reply) =>
              isUnheardOf(reply, charge.key) ? Effect.succeedNone : Effect.asSome(chargeAnswer(reply, charge.key)),
            ),
            spanned("find", charge.key),
          ),
        void: (charge) =>
          exchange({ method: "PUT", path: paths.void(charge) }).pipe(
            Effect.flatMap((reply) => chargeAnswer(reply, charge.key)),
            spanned("void", charge.key),
          ),
        refund: ({ key, charge: { key: charge, company, method }, amount, way }) =>
          encodeRefund({
            amount,
            way,
            ...(company === undefined ? {} : { company }),
            ...(method === undefined ? {} : { method }),
          }).pipe(
            Effect.mapError(unwritable),
            Effect.flatMap((body) => exchange({ method: "PUT", path: paths.refund(charge, key), body })),
            Effect.flatMap((reply) => refundAnswer(reply, key)),
            spanned("refund", key),
          ),
      }),
    ),
  )

/** Shows only the kind and the key of a question. */
const spanned = (kind: string, key: AttemptKey | RefundKey) =>
  Effect.withSpan(`GatewayAcquirer.${kind}`, { kind: "client", attributes: { key } })

const encodeCharge = Schema.encodeEffect(Schema.fromJsonString(ChargeBody))
const encodeRefund = Schema.encodeEffect(Schema.fromJsonString(RefundBody))

/** Only a charge needs this: a `find` or `void` that never left is asked again in any case. */
const unreachedIf = (sending: Sending) => (unknown: OutcomeUnknown) =>
  sending.hasSurelyNotLeft ? new AcquirerUnreached({ detail: unknown.detail }) : unknown

/** The schema's own words would quote the request. */
const unwritable = () => new OutcomeUnknown({ detail: "a request that cannot be written" })

const chargeAnswer = (reply: Reply, key: AttemptKey): Effect.Effect<ChargeAnswer, OutcomeUnknown> =>
  Effect.map(answerIn(ChargeAnswerBody, reply, key), ({ fact, report }) => ({ fact, report }))

const refundAnswer = (reply: Reply, key: RefundKey): Effect.Effect<RefundAnswer, OutcomeUnknown> =>
  Effect.map(answerIn(RefundAnswerBody, reply, key), ({ fact, report }) => ({ fact, report }))

/** The body has to say it: a 404 alone may come from a wrong address, and proves nothing about the charge. */
const isUnheardOf = ({ status, body }: Reply, key: AttemptKey): boolean =>
  status === 404 && Option.exists(decodeNoSuchCharge(body), (said) => said.key === key)

const decodeNoSuchCharge = Schema.decodeUnknownOption(NoSuchCharge)
