/**
 * Statements about many rows at once, compiled once per number of rows: one for many rows costs a fraction of one for each.
 */
import { type Compilable, type CompiledQuery, sql } from "kysely"
import type { Parameter } from "./prepared-query.ts"

/**
 * The sizes of a statement, in rows; the largest that fits is used. They are few, so that each statement is prepared
 * once.
 */
const sizes = [64, 16, 4, 2, 1] as const

/** The placeholder of a row's value in a compiled statement. */
class RowPlaceholder {}

/** A placeholder of a statement: for a column of a row, or for a value that all rows share. */
type Place<Row> = { readonly row: number; readonly name: keyof Row & string } | { readonly value: unknown }

interface CompiledRows<Row, O> extends Omit<CompiledQuery<O>, "parameters"> {
  readonly places: ReadonlyArray<Place<Row>>
}

/**
 * Compiles a statement about any number of rows.
 *
 * @param build - gets the placeholders of the values, for each row of a statement, and those of values that all rows
 *   have in common, which are taken from the first row
 * @returns a function of the rows that returns as many statements as they need, to be run one after the other
 *
 * @example
 * const insertItems = preparedRows<Item, unknown>((rows) =>
 *   build.insertInto("item").values(rows.map((value) => ({ name: value("name"), price: value("price") }))))
 */
export const preparedRows = <Row extends object, O>(
  build: (rows: ReadonlyArray<Parameter<Row>>, common: Parameter<Row>) => Compilable<O>,
): ((rows: ReadonlyArray<Row>) => ReadonlyArray<CompiledQuery<O>>) => {
  const compiled = new Map<number, CompiledRows<Row, O>>()
  const compile = (size: number): CompiledRows<Row, O> => {
    const places = new Map<unknown, Place<Row>>()
    const placesOf =
      (row: number): Parameter<Row> =>
      (name) => {
        const place = new RowPlaceholder()
        places.set(place, { row, name })
        return sql`${place}`
      }
    const rows = Array.from({ length: size }, (_, row) => placesOf(row))
    const { parameters, query, queryId, sql: text } = build(rows, placesOf(0)).compile()
    return { query, queryId, sql: text, places: parameters.map((value) => places.get(value) ?? { value }) }
  }
  const statementFor = (size: number): CompiledRows<Row, O> => {
    const known = compiled.get(size)
    if (known !== undefined) return known
    const fresh = compile(size)
    compiled.set(size, fresh)
    return fresh
  }
  const filled = (rows: ReadonlyArray<Row>): CompiledQuery<O> => {
    const { places, query, queryId, sql: text } = statementFor(rows.length)
    return {
      query,
      queryId,
      sql: text,
      parameters: places.map((place) => ("name" in place ? rows[place.row]?.[place.name] : place.value)),
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
