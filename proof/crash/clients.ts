/** A handful of concurrent clients: the load of a scenario. Each does one thing after the other. */
import { setTimeout } from "node:timers/promises"
import { type Answer, askUntilAnswered, type ClientRequest, isOpen } from "./client-request.ts"
import type { Random } from "./random.ts"
import type { Load } from "./scenario.ts"
import type { Shop } from "./shop.ts"

/** Repeats a request until it is answered; null if the client gave up. */
export type Asking = (request: ClientRequest) => Promise<Answer | null>

export interface Clients {
  /** The requested objects, in the plural. */
  readonly noun: string
  readonly count: number
  /** A client's longest pause between two visits, milliseconds. */
  readonly pauseMaxMillis: number
  /** All requests so far. Each new one is added. */
  readonly requests: Array<ClientRequest>
  /** A client's actions before a pause. */
  readonly visit: (asking: Asking, random: Random) => Promise<void>
}

export const loadOf = (shop: Shop, random: Random, clients: Clients): Load => {
  const { count, noun, pauseMaxMillis, requests, visit } = clients
  /** The current work of each client; empty while they rest. */
  let busy: ReadonlyArray<Promise<void>> = []
  let isResting = true
  let isDisturbed = false

  const asking: Asking = (request) => {
    request.isDisturbed = isDisturbed
    requests.push(request)
    return askUntilAnswered(shop, request)
  }

  const client = async (own: Random): Promise<void> => {
    while (!isResting) {
      await visit(asking, own)
      await setTimeout(own.below(pauseMaxMillis))
    }
  }

  const open = () => requests.filter(isOpen)
  const answered = () => requests.filter(({ answer }) => answer !== null).length

  return {
    start: () => {
      if (!isResting) return
      isResting = false
      busy = Array.from({ length: count }, () => client(random.fork()))
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
      const repeated = requests.filter(({ replies }) => replies.length > 1).length
      const givenUp = requests.length - open().length - answered()
      return `${answered()} ${noun} answered, ${repeated} at the second request or later, ${givenUp} given up`
    },
    unanswered: () => open().map(({ key, replies }) => `${key} (${replies.slice(-5).join(", ")})`),
  }
}
