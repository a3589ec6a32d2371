/**
 * Queries of hot paths, compiled once: building one with Kysely costs more than running it.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely"

/** Stands in a compiled query where a value will go. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Gives the place of a parameter, to be put wherever a value of its type may stand. */
export type Parameter<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>

/**
 * Compiles a query with named places for its values.
 *
 * @example
 * const orderByNumber = preparedQuery<{ number: string }, Row>((value) =>
 *   build.selectFrom("orders").selectAll().where("number", "=", value("number")))
 * executor.read("orders.find", orderByNumber({ number }))
 */
export const preparedQuery = <P extends object, O>(
  build: (value: Parameter<P>) => Compilable<O>,
): ((values: P) => CompiledQuery<O>) => {
  const compiled = build((name) => sql`${new Placeholder(name)}`).compile()
  const { parameters, ...statement } = compiled
  return (values) => ({
    ...statement,
    parameters: parameters.map((parameter) =>
      parameter instanceof Placeholder ? Reflect.get(values, parameter.name) : parameter,
    ),
  })
}
