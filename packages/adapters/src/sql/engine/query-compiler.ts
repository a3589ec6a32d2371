/**
 * Compiles queries for SQLite so that a statement is planned once.
 *
 * Where it may profit from it, SQLite looks at the values that a plan is made for: at a `limit`, and at what a column equals where there is
 * an order or a join. Such a statement is planned anew each time it is given values, even the same ones, which takes five to ten times as
 * long as running it (`npm run bench -- parameters`). A value with a plus before it stays the same, also a text or null, and the planner
 * does not look at it.
 */
import { SqliteQueryCompiler } from "kysely"

export class PlannedOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?"
  }
}
