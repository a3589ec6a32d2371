// The received events, and the state of each order. Here it is a file; in your shop, a table of your database with `id`
// as its primary key.
import { appendFileSync, existsSync, readFileSync } from "node:fs"

/** Reads the events that earlier runs have stored, so that a restart treats none as new. */
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
     * Records an event. Each event is sent at least once, so an event seen before is nothing new. If one was given up
     * and sent again later, it arrives after newer ones: the highest sequence decides the order's state.
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
