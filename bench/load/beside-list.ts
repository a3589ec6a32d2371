/**
 * Measures how long other requests wait while a list is read.
 *
 * One connection reads the list repeatedly; another sends short requests, one after the other.
 */

import { Agent } from "node:http"
import { median } from "../harness/median.ts"
import { orShort } from "../harness/or-short.ts"
import { ask, type Target } from "./ask.ts"

const warmUps = orShort(2, 0)
const rounds = orShort(10, 1)

/**
 * Prints the list's median time, and the longest time of another request meanwhile.
 *
 * @param list - its path with its query
 * @param short - the path of the other requests
 */
export const waitBeside = async (service: Target, agent: Agent, list: string, short: string): Promise<void> => {
  const others = new Agent({ keepAlive: true, maxSockets: 1 })
  const lists: Array<number> = []
  const waits: Array<number> = []
  for (let round = -warmUps; round < rounds; round += 1) {
    let isOver = false
    const began = performance.now()
    const listed = ask(service, agent, list).then(() => {
      isOver = true
      if (round >= 0) lists.push(performance.now() - began)
    })
    do {
      const asked = performance.now()
      await ask(service, others, short)
      if (round >= 0) waits.push(performance.now() - asked)
    } while (!isOver)
    await listed
  }
  others.destroy()
  console.log(
    `${list}: ${median(lists).toFixed(0)} ms   of ${waits.length} other requests meanwhile the longest ${Math.max(...waits).toFixed(0)} ms`,
  )
}
