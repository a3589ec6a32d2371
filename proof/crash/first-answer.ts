/**
 * Whether a repeated request gets the first answer.
 */
import { isDeepStrictEqual } from "node:util"
import type { Check } from "./check.ts"
import { type Answer, ask, type ClientRequest } from "./client-request.ts"
import type { Shop } from "./shop.ts"

/**
 * Asked of each request once, the first time it is found acknowledged.
 *
 * @param noun - what the requests are, in the plural
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

/** So many connections of an earlier life a client may still keep, and more. */
const timesMax = 100

/** A connection that was kept from an earlier life of the service breaks when it is used: that is no answer, and the next is tried. */
const askAgain = async (shop: Shop, wanted: ClientRequest): Promise<Answer | null> => {
  for (let time = 1; ; time += 1) {
    const answer = await ask(shop, wanted)
    if (answer !== null || time === timesMax) return answer
  }
}
