/**
 * Statements about many rows at once, compiled once per number of rows: one for many rows costs a fraction of one for each.
 */
import { type Compilable, type CompiledQuery, sql } from "kysely"
import type { Parameter } from "./prepared-query.ts"

/** So many rows a statement, the largest that still fits: few sizes, so that each statement is prepared once. */
const sizes = [64, 16, 4, 1] as const

/** The placeholder of a row's value in a compiled statement. */
class RowPlaceholder {
  readonly row: number
  readonly name: string
  constructor(row: number, name: string) {
    this.row = row
    this.name = name
  }
}

/**
 * Compiles a statement about any number of rows.
 *
 * @param build - is given, for each row of a statement, the places of its values; and those of values that all rows have in common,
 *   which are taken from the first
 * @returns takes the rows, and gives as many statements as they need, to be run one after the other
 *
 * @example
 * const insertItems = preparedRows<Item, unknown>((rows) =>
 *   build.insertInto("item").values(rows.map((value) => ({ name: value("name"), price: value("price") }))))
 */
export const preparedRows = <Row extends object, O>(
  build: (rows: ReadonlyArray<Parameter<Row>>, common: Parameter<Row>) => Compilable<O>,
): ((rows: ReadonlyArray<Row>) => ReadonlyArray<CompiledQuery<O>>) => {
  const compiled = new Map<number, CompiledQuery<O>>()
  const statementFor = (size: number): CompiledQuery<O> => {
    const known = compiled.get(size)
    if (known !== undefined) return known
    const placesOf =
      (row: number): Parameter<Row> =>
      (name) =>
        sql`${new RowPlaceholder(row, name)}`
    const rows = Array.from({ length: size }, (_, row) => placesOf(row))
    const fresh = build(rows, placesOf(0)).compile()
    compiled.set(size, fresh)
    return fresh
  }
  const filled = (rows: ReadonlyArray<Row>): CompiledQuery<O> => {
    const { parameters, ...statement } = statementFor(rows.length)
    return {
      ...statement,
      parameters: parameters.map((parameter) =>
        parameter instanceof RowPlaceholder ? Reflect.get(rows[parameter.row] ?? {}, parameter.name) : parameter,
      ),
    }
  }
  return (rows) => {
    const statements: Array<CompiledQuery<O>> = []
    let from = 0
    for (const size of sizes) {
      while (rows.length - from >= size) {
        statements.push(filled(rows.slice(from, from + size)))
        from += size
      }
    }
    return statements
  }
}
