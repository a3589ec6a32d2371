/**
 * The list of charges of an acquirer at the other end of a connection.
 *
 * A page that breaks a promise of the list counts as no answer: for example if it repeats a position, or begins before
 * the requested time. A comparison with it would miss charges.
 *
 * @see docs/gateway-protocol.md
 */
import { ChargeList, type ChargePage, type ChargePageRequest, NoChargeList, OutcomeUnknown } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Reply } from "../connection/reply.ts"
import { type Endpoint, exchangeWith, unreadable } from "./exchange.ts"
import { paths } from "./paths.ts"
import { ChargeListBody, ChargeListQuery } from "./wire/charge-list.ts"
import { NoList } from "./wire/refusal.ts"

/** Signs by the clock that is current when the layer is built. */
export const layer = (endpoint: Endpoint): Layer.Layer<ChargeList, never, HttpClient.HttpClient> =>
  Layer.effect(
    ChargeList,
    Effect.map(exchangeWith(endpoint), (exchange) =>
      ChargeList.of({
        page: Effect.fn("GatewayChargeList.page", { kind: "client" })(function* (request: ChargePageRequest) {
          const { after, ...rest } = request
          const query = yield* Effect.orDie(encodeQuery(after === null ? rest : { ...rest, after }))
          const reply = yield* exchange({ method: "GET", path: paths.charges(new URLSearchParams(query)) })
          if (reply.status === 501 && Option.isSome(decodeNoList(reply.body))) return yield* new NoChargeList()
          return yield* pageIn(reply, request)
        }),
      }),
    ),
  )

const encodeQuery = Schema.encodeEffect(ChargeListQuery)
const decodeNoList = Schema.decodeUnknownOption(NoList)
const decodePage = Schema.decodeUnknownOption(ChargeListBody)

const pageIn = (
  { status, body }: Reply,
  { since, after, limit }: ChargePageRequest,
): Effect.Effect<ChargePage, OutcomeUnknown> => {
  if (status !== 200) return new OutcomeUnknown({ detail: `HTTP ${status}` })
  const page = decodePage(body)
  if (Option.isNone(page)) return unreadable
  const { charges, next = null } = page.value
  const isInOrder = charges.every(({ madeAt }, index) => madeAt >= (charges[index - 1]?.madeAt ?? since))
  const goesOn = next === null || (charges.length > 0 && next !== after)
  return isInOrder && goesOn && charges.length <= limit
    ? Effect.succeed({ charges, next })
    : new OutcomeUnknown({ detail: "a list of charges that cannot be gone through" })
}
