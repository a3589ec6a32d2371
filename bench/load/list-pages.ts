/**
 * Compares page 1 000 of a list with page 1, over HTTP.
 *
 * The whole request is measured, total included, on one kept connection, with alternating pages, after some that do not
 * count.
 */

import type { Agent } from "node:http"
import { median } from "../harness/median.ts"
import { orShort } from "../harness/or-short.ts"
import { ask, type Target } from "./ask.ts"

const warmUps = orShort(30, 0)
const rounds = orShort(60, 2)
const deepPage = orShort(1_000, 5)
const perPage = 15

/** The deep page may take this many times page 1. */
const target = 2

/** Medians in milliseconds, and the list's total. */
export interface ListTimes {
  readonly total: number
  readonly near: number
  readonly deep: number
}

/**
 * Measures both pages and prints the comparison. Throws if either is not full.
 *
 * @param name - printed before the figures
 * @param list - its path, perhaps with a query
 */
export const comparePages = async (service: Target, agent: Agent, name: string, list: string): Promise<ListTimes> => {
  const near: Array<number> = []
  const deep: Array<number> = []
  const join = list.includes("?") ? "&" : "?"
  let total = 0
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [page, times] of [[1, near] as const, [deepPage, deep] as const]) {
      const began = performance.now()
      const body = await ask(service, agent, `${list}${join}page=${page}`)
      if (round >= 0) times.push(performance.now() - began)
      const shown: { readonly data: ReadonlyArray<unknown>; readonly meta: { readonly total: number } } =
        JSON.parse(body)
      if (shown.data.length !== perPage) throw new Error(`Page ${page} of ${name} shows ${shown.data.length} entries.`)
      total = shown.meta.total
    }
  }
  const ratio = median(deep) / median(near)
  console.log(
    `${name.padEnd(14)} ${String(total).padStart(8)} entries   page 1 ${median(near).toFixed(2)} ms   ` +
      `page ${deepPage} ${median(deep).toFixed(2)} ms   ${ratio.toFixed(2)} times (target at most ${target})`,
  )
  return { total, near: median(near), deep: median(deep) }
}
