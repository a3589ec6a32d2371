// What was received, and how each order stands. A file here; a table of your database in your shop, with `id` as its primary key.
import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** Reads what an earlier run has written down, so that a restart takes nothing for new. */
export const openBook = (file) => {
  const seen = new Set()
  const orders = new Map()

  const remember = ({ id, order_number: order, sequence, status }) => {
    seen.add(id)
    const newest = orders.get(order)
    if (newest !== undefined && newest.sequence > sequence) return false
    orders.set(order, { sequence, status })
    return true
  }

  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : []
  for (const line of lines) if (line !== "") remember(JSON.parse(line))

  return {
    /**
     * Takes an event in. Each is sent at least once, so that one that was seen before is nothing new. And where one was given up and
     * sent again later, it comes after newer ones: the order stands as the highest sequence says.
     *
     * @returns what was done, for people
     */
    enter: ({ id, order_number, sequence, status }) => {
      const event = { id, order_number, sequence, status }
      if (seen.has(id)) return `${id}: seen before`
      appendFileSync(file, `${JSON.stringify(event)}\n`, { flush: true })
      if (!remember(event)) return `${id}: ${status}, late: the order is ${orders.get(order_number).status} since`
      return `${id}: the order ${order_number} is ${status}`
    },
  }
}
