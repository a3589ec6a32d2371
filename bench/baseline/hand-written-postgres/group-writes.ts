/**
 * Writes waiting items to PostgreSQL as one statement about many rows. It is its own transaction: one round trip for
 * all of them.
 *
 * A few groups are in flight at once, each on its own connection; later items gather for the next group. More groups
 * would only be smaller.
 */
import { Pool, type QueryResultRow, types } from "pg"

/** Several rows of each table at once, in place of one order at a time. */
const groupMax = 128

export const openPool = (connectionString: string, connections: number): Pool =>
  new Pool({
    connectionString,
    max: connections,
    options: "-c synchronous_commit=on -c default_transaction_isolation=read\\ committed",
    statement_timeout: 30_000,
    keepAlive: true,
    types: {
      getTypeParser: (type: number, format?: "text" | "binary") =>
        type === types.builtins.INT8 && format !== "binary" ? Number : types.getTypeParser(type, format),
    },
  })

/** An item to write, and its callback. */
export interface Waiting<Item, Row> {
  readonly item: Item
  /** Called with its row once it is on the disk. */
  readonly written: (row: Row) => void
  readonly failed: (cause: unknown) => void
}

/** The statement that writes a group, prepared once per connection. It returns a row for each item, by number. */
export interface GroupStatement<Item> {
  readonly name: string
  readonly text: string
  /** @param slot - of the group: no other group in flight has it */
  readonly valuesOf: (items: ReadonlyArray<Item>, slot: number) => ReadonlyArray<unknown>
  readonly idOf: (item: Item) => number
}

/** Free slots, shared by all writers. */
export type Slots = Array<number>

export const groupWrites = <Item, Row extends QueryResultRow & { readonly id: number }>(
  pool: Pool,
  slots: Slots,
  { idOf, name, text, valuesOf }: GroupStatement<Item>,
) => {
  let waiting: Array<Waiting<Item, Row>> = []
  let isFlushing = false

  const write = async (group: ReadonlyArray<Waiting<Item, Row>>, slot: number): Promise<void> => {
    const values = [
      ...valuesOf(
        group.map(({ item }) => item),
        slot,
      ),
    ]
    try {
      const { rows } = await pool.query<Row>({ name, text, values })
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const { failed, item, written } of group) {
        const row = byId.get(idOf(item))
        if (row === undefined) failed(new Error("What was written gave no row."))
        else written(row)
      }
    } catch (cause) {
      // One of them is at fault: writing each alone shows which.
      if (group.length > 1) for (const one of group) await write([one], slot)
      else for (const { failed } of group) failed(cause)
    }
  }

  const flush = (): void => {
    isFlushing = false
    while (waiting.length > 0) {
      const slot = slots.pop()
      if (slot === undefined) return
      const group = waiting.slice(0, groupMax)
      waiting = waiting.slice(groupMax)
      write(group, slot).finally(() => {
        slots.push(slot)
        for (const next of flushes) next()
      })
    }
  }
  const soon = (): void => {
    if (isFlushing || waiting.length === 0) return
    isFlushing = true
    setImmediate(flush)
  }
  const flushes = flushesOf(slots)
  flushes.add(soon)
  return (one: Waiting<Item, Row>): void => {
    waiting.push(one)
    soon()
  }
}

/** Another kind of group may be waiting for a freed slot. */
const flushesBySlots = new WeakMap<Slots, Set<() => void>>()

const flushesOf = (slots: Slots): Set<() => void> => {
  const known = flushesBySlots.get(slots) ?? new Set()
  flushesBySlots.set(slots, known)
  return known
}
