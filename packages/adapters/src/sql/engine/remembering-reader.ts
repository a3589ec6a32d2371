/**
 * Reads rows that are read often and rarely change. The row is read every time, and decoding it takes most of the time: while the row is
 * the same, the value decoded last time is reused. So nothing is ever out of date.
 */
import type { StorageUnavailable } from "@vintem/domain/ports"
import { Effect } from "effect"

/** Up to this many values are remembered; then all are forgotten. */
const rememberedMax = 1_000

/**
 * @param key - the column that identifies a row
 * @param columns - all columns that the value is decoded from, each once: the row may have others, from joined tables
 * @param read - takes the operation (for errors) and the row; its failures are not remembered
 */
export const rememberingReader = <Row extends object, A>(
  key: keyof Row,
  columns: Readonly<Record<keyof Row, true>>,
  read: (operation: string, row: Row) => Effect.Effect<A, StorageUnavailable>,
): ((operation: string, row: Row) => Effect.Effect<A, StorageUnavailable>) => {
  const names = Object.keys(columns)
  const remembered = new Map<unknown, { readonly row: Row; readonly made: Effect.Effect<A> }>()
  return (operation, row) => {
    const known = remembered.get(row[key])
    if (known !== undefined && names.every((name) => Reflect.get(known.row, name) === Reflect.get(row, name)))
      return known.made
    return Effect.tap(read(operation, row), (made) =>
      Effect.sync(() => {
        if (remembered.size >= rememberedMax) remembered.clear()
        remembered.set(row[key], { row, made: Effect.succeed(made) })
      }),
    )
  }
}
