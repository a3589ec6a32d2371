/**
 * Single orders of every kind, from a handful of clients at the same time.
 */
import { setTimeout } from "node:timers/promises"
import type { Random } from "../random.ts"
import type { OpenScenario } from "../scenario.ts"
import { checksOf } from "./checks.ts"
import { purchase } from "./client.ts"
import { isOpen, type Purchase, purchaseAt } from "./purchase.ts"

const clients = 16
/** A client's longest pause between two orders, milliseconds: some hundred orders a second are enough to be in the way of a kill. */
const pauseMaxMillis = 30

export const singleOrders: OpenScenario = (shop, random) => {
  const purchases: Array<Purchase> = []
  /** Of each client what it is doing: empty while they rest. */
  let busy: ReadonlyArray<Promise<void>> = []
  let isResting = true
  let isDisturbed = false

  const client = async (own: Random): Promise<void> => {
    while (!isResting) {
      const wanted = purchaseAt(purchases.length, own)
      wanted.isDisturbed = isDisturbed
      purchases.push(wanted)
      await purchase(shop, wanted)
      await setTimeout(own.below(pauseMaxMillis))
    }
  }

  const open = () => purchases.filter(isOpen)

  const answered = () => purchases.filter(({ replies }) => replies.at(-1) === "answer").length
  const givenUp = () => purchases.length - open().length - answered()

  return {
    load: {
      start: () => {
        if (!isResting) return
        isResting = false
        busy = Array.from({ length: clients }, () => client(random.fork()))
      },
      rest: async () => {
        isResting = true
        await Promise.all(busy)
        busy = []
      },
      disturb: () => {
        isDisturbed = true
        for (const wanted of open()) wanted.isDisturbed = true
      },
      calm: () => {
        isDisturbed = false
      },
      answered,
      progress: () => {
        const repeated = purchases.filter(({ replies }) => replies.length > 1).length
        return `${answered()} single orders answered, ${repeated} of them at the second request or later, ${givenUp()} given up`
      },
      unanswered: () => open().map(({ key, replies }) => `${key} (${replies.slice(-5).join(", ")})`),
    },
    checks: checksOf(shop, purchases),
  }
}
