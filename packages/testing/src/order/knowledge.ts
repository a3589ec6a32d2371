/**
 * What an order knows, apart from how it came to know it: what every order of arrival of the same reports must agree on.
 *
 * Left out are the number of events and the time of the last one, for a report that adds nothing is not recorded, and which one adds
 * nothing depends on what came before; `wasRefunded`, which says what was announced on the way; and the order in which refunds and
 * cases were first told of.
 */
import type { Order } from "@vintem/domain/order"

/** The whole of it, refunds and cases by their keys. */
export const knowledgeOf = ({
  version: _version,
  updatedAt: _updatedAt,
  wasRefunded: _announced,
  ...known
}: Order) => ({
  ...known,
  refunds: byKey(known.refunds),
  cases: byKey(known.cases),
})

/** What is known of an order, without the times of recording: a report does not say when it arrives. */
export const knowledgeWithoutTimes = (order: Order) => {
  const { attempts, refunds, ...known } = knowledgeOf(order)
  return {
    ...known,
    attempts: attempts.map(({ payment, ...attempt }) => ({ ...attempt, captured: payment?.captured ?? null })),
    refunds: refunds.map(({ asked, ...refund }) => ({ ...refund, way: asked?.way ?? null })),
  }
}

const byKey = <Keyed extends { readonly key: string }>(all: ReadonlyArray<Keyed>): ReadonlyArray<Keyed> =>
  all.toSorted((one, other) => (one.key < other.key ? -1 : 1))
