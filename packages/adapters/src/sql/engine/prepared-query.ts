/**
 * Queries of hot paths, compiled once, when they are first asked: building one with Kysely costs more than running it.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely"

/** The placeholder of a value in a compiled query. */
class Placeholder {}

/** Gives the placeholder of a parameter, which can be used wherever a value of its type can. */
export type Parameter<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>

/**
 * A query with named places for its values, compiled when it is first asked.
 *
 * @example
 * const orderByNumber = preparedQuery<{ number: string }, Row>((value) =>
 *   build.selectFrom("orders").selectAll().where("number", "=", value("number")))
 * executor.read("orders.find", orderByNumber({ number }))
 */
export const preparedQuery = <P extends object, O>(
  build: (value: Parameter<P>) => Compilable<O>,
): ((values: P) => CompiledQuery<O>) => {
  const compile = () => {
    const names = new Map<unknown, keyof P & string>()
    const {
      parameters,
      query,
      queryId,
      sql: text,
    } = build((name) => {
      const place = new Placeholder()
      names.set(place, name)
      return sql`${place}`
    }).compile()
    return { query, queryId, text, places: parameters.map((value) => ({ value, name: names.get(value) })) }
  }
  let compiled: ReturnType<typeof compile> | undefined
  return (values) => {
    compiled ??= compile()
    const { places, query, queryId, text } = compiled
    return {
      query,
      queryId,
      sql: text,
      parameters: places.map(({ name, value }) => (name === undefined ? value : values[name])),
    }
  }
}
