/** Checks that a repeated request gets the first answer. */
import { isDeepStrictEqual } from "node:util"
import type { Check } from "./check.ts"
import { type Answer, ask, type ClientRequest } from "./client-request.ts"
import type { Shop } from "./shop.ts"

/**
 * Repeats each request once, when it is first seen as acknowledged.
 *
 * @param noun - the requests, in the plural
 * @param requests - under idempotency keys
 */
export const theFirstAnswerStands = (shop: Shop, noun: string, requests: ReadonlyArray<ClientRequest>): Check => {
  const asked = new Set<ClientRequest>()
  return {
    title: `of ${noun}: who asks again under the same key is given the first answer, byte for byte`,
    contradictions: async () => {
      const contradictions: Array<string> = []
      for (const wanted of requests) {
        const { answer, key, method } = wanted
        if (method !== "POST" || answer === null || answer.status >= 300 || asked.has(wanted)) continue
        asked.add(wanted)
        const again = await askAgain(shop, wanted)
        if (!isDeepStrictEqual(again, { ...answer, isReplayed: true })) {
          contradictions.push(`${key}: first ${answer.text}, then ${JSON.stringify(again)}`)
        }
      }
      return contradictions
    },
  }
}

/** More than the connections of an earlier life that a client may still keep. */
const timesMax = 100

/**
 * A connection from an earlier life of the service breaks when it is used: that is no answer, and the next one is
 * tried.
 */
const askAgain = async (shop: Shop, wanted: ClientRequest): Promise<Answer | null> => {
  for (let time = 1; ; time += 1) {
    const answer = await ask(shop, wanted)
    if (answer !== null || time === timesMax) return answer
  }
}
