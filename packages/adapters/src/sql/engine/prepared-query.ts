/**
 * Queries of hot paths, compiled once, when they are first asked: building one with Kysely costs more than running it.
 */
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from "kysely"

/** The placeholder of a value in a compiled query. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Gives the place of a parameter, to be put wherever a value of its type may stand. */
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
    const { parameters, ...statement } = build((name) => sql`${new Placeholder(name)}`).compile()
    return { parameters, statement, names: parameters.map((one) => (one instanceof Placeholder ? one.name : null)) }
  }
  let compiled: ReturnType<typeof compile> | undefined
  return (values) => {
    compiled ??= compile()
    const { names, parameters, statement } = compiled
    const filled = parameters.slice()
    for (const [place, name] of names.entries()) if (name !== null) filled[place] = Reflect.get(values, name)
    return { ...statement, parameters: filled }
  }
}
