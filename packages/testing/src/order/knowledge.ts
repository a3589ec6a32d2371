/**
 * The knowledge in an order, apart from its history: every order of arrival of the same reports must lead to the same
 * knowledge.
 *
 * It leaves out the number of events and the time of the last one, because reports that add nothing are not recorded,
 * and which ones add nothing depends on earlier ones. It also leaves out `wasRefunded`, which shows what was announced
 * on the way, and the order in which refunds and disputes were first reported.
 */
import type { Order } from "@vintem/domain/order"

/** All of it, with refunds and disputes by their keys. */
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

/** The knowledge in an order without the times of recording: a report does not say when it arrives. */
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
