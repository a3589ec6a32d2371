/** The list of charges of one account, read from the institution in windows of time. */
import { type Instant, instant, instantMax } from "@vintem/domain/calendar"
import { AttemptKey } from "@vintem/domain/identifiers"
import { total } from "@vintem/domain/money"
import {
  ChargeCursor,
  ChargeList,
  type ChargePage,
  type ChargePageRequest,
  type ListedCharge,
  OutcomeUnknown,
} from "@vintem/domain/ports"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Psp, PspCharge } from "./psp.ts"

/** Leaves out charges without an order: another program made them at the same account. */
export const layer = (psp: Psp): Layer.Layer<ChargeList> =>
  Layer.succeed(
    ChargeList,
    ChargeList.of({
      page: Effect.fnUntraced(
        function* ({ after, limit, since }: ChargePageRequest) {
          const place = after === null ? { madeAt: since, key: "" } : yield* placeOf(after)
          // One more than the page holds, to know if there are more.
          const found = yield* chargesAfter(psp, place, limit + 1)
          const charges = found.slice(0, limit)
          const last = charges.at(-1)
          const next = last === undefined || found.length <= limit ? null : cursorOf(last)
          return { charges, next } satisfies ChargePage
        },
        Effect.catchTag(
          "AccountRejected",
          ({ detail, fault }) => new OutcomeUnknown({ detail: `${fault}: ${detail}` }),
        ),
      ),
    }),
  )

interface Place {
  readonly madeAt: Instant
  readonly key: string
}

/** Reads one window after another, each twice as long, until there are enough charges. */
const chargesAfter = Effect.fnUntraced(function* (psp: Psp, place: Place, enough: number) {
  const end = Math.min(instantMax, (yield* Clock.currentTimeMillis) + clockDifference)
  const found = new Map<AttemptKey, ListedCharge>()
  let width = firstWindow
  for (let from: number = place.madeAt; from <= end && found.size < enough; from += width, width *= 2) {
    const window = { from: instant(from), until: instant(Math.min(end, from + width - 1)) }
    for (const method of psp.methods) {
      for (const charge of yield* psp.list(method, window)) {
        const one = listedFrom(charge)
        if (one !== null && isAfter(one, place)) found.set(one.key, one)
      }
    }
  }
  return [...found.values()].sort((one, other) => (isAfter(one, other) ? 1 : -1)).slice(0, enough)
})

const listedFrom = ({
  amount,
  disputes,
  fact,
  key,
  madeAt,
  method,
  order,
  refunds,
}: PspCharge): ListedCharge | null => {
  if (order === null || method === "pix_due") return null
  const returned = total([...refunds.filter((one) => one.fact !== "failed"), ...disputes].map((one) => one.amount))
  return { key, order, amount, method, madeAt, fact, returned }
}

const isAfter = (one: Place, other: Place): boolean =>
  one.madeAt > other.madeAt || (one.madeAt === other.madeAt && one.key > other.key)

/** The millisecond and the key of the last charge of the page. */
const cursorOf = ({ key, madeAt }: Place): ChargeCursor => ChargeCursor.make(`${madeAt}.${key}`)

const placeOf = (cursor: ChargeCursor): Effect.Effect<Place, OutcomeUnknown> => {
  const [, millis = "", key = ""] = /^([0-9]{1,15})\.([0-9A-Za-z]{26,35})$/u.exec(cursor) ?? []
  return key === "" || Number(millis) > instantMax
    ? new OutcomeUnknown({ detail: "a cursor of another list" })
    : Effect.succeed({ madeAt: instant(Number(millis)), key: AttemptKey.make(key) })
}

/** An hour, in milliseconds. */
const firstWindow = 3_600_000

/** Milliseconds that the institution's clock may be ahead of ours. */
const clockDifference = 300_000
