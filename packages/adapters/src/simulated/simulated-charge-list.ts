/** The list of charges in the simulated acquirer's books. */
import { Instant, instant } from "@vintem/domain/calendar"
import {
  ChargeCursor,
  ChargeList,
  type ChargePageRequest,
  type ListedCharge,
  OutcomeUnknown,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type ListPlace, SimulatedBooks, type TimedCharge } from "./books/simulated-books.ts"
import { factOf, returnedOf } from "./books/simulated-charge.ts"

/** Needs only the books; the time is from Effect's clock. */
export const layer: Layer.Layer<ChargeList, never, SimulatedBooks> = Layer.effect(
  ChargeList,
  Effect.map(SimulatedBooks, (books) =>
    ChargeList.of({
      page: Effect.fnUntraced(
        function* ({ since, after, limit }: ChargePageRequest) {
          const place = after === null ? { madeAt: since, key: "" } : yield* placeOf(after)
          // One more than the page holds, to know if there are more.
          const found = yield* books.list(place, limit + 1)
          const now = instant(yield* Clock.currentTimeMillis)
          const told = found.slice(0, limit)
          const last = told.at(-1)
          return {
            charges: told.map((charge) => listed(charge, now)),
            next: last === undefined || found.length <= limit ? null : cursorOf(last),
          }
        },
        Effect.catchTag("StorageUnavailable", ({ fault }) => new OutcomeUnknown({ detail: `books ${fault}` })),
      ),
    }),
  ),
)

const listed = (charge: TimedCharge, now: Instant): ListedCharge => {
  const { key, order, amount, method, madeAt } = charge
  return { key, order, amount, method, madeAt, fact: factOf(charge, now), returned: returnedOf(charge) }
}

/** The millisecond and the key of the last charge of the page. */
const cursorOf = ({ madeAt, key }: TimedCharge): ChargeCursor => ChargeCursor.make(`${madeAt}.${key}`)

/** An unknown cursor has no position: the page is empty. */
const placeOf = (cursor: ChargeCursor): Effect.Effect<ListPlace, OutcomeUnknown> => {
  const [, millis = "", key = ""] = /^([0-9]{1,15})\.([0-9A-Za-z]+)$/u.exec(cursor) ?? []
  return Option.match(decodeInstant(millis === "" ? Number.NaN : Number(millis)), {
    onNone: () => new OutcomeUnknown({ detail: "a cursor of another list" }),
    onSome: (madeAt) => Effect.succeed({ madeAt, key }),
  })
}

const decodeInstant = Schema.decodeUnknownOption(Instant)
