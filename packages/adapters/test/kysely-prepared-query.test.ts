/**
 * A prepared query is the query that Kysely would build each time, built once.
 */
import fc from "fast-check"
import { type CompiledQuery, sql } from "kysely"
import { describe, expect, it } from "vitest"
import { sqlite } from "../src/sql/engine/dialect.ts"
import { type Parameter, preparedQuery } from "../src/sql/engine/prepared-query.ts"

const { build } = sqlite

interface Values {
  readonly name: string
  readonly count: number
  readonly reason: string | null
}

/** Queries with places of every kind, to be built with places or with the values themselves. */
const queries = {
  "insert … on conflict": (value: Parameter<Values>) =>
    build
      .insertInto("setting")
      .values({ name: value("name"), value: sql`coalesce(${value("reason")}, ${value("name")})` })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: value("name") })),
  "update … returning": (value: Parameter<Values>) =>
    build
      .updateTable("api_key")
      .set({ name: value("name"), revoked_at: value("count"), last_digits: "0000" })
      .where("id", "=", value("count"))
      .where("revoked_at", "is", null)
      .returning(["id", "name"]),
  "select … limit": (value: Parameter<Values>) =>
    build
      .selectFrom("company")
      .innerJoin("customer", "customer.company_id", "company.id")
      .selectAll("company")
      .where("customer.email", "=", value("name"))
      .where("company.under_moderation", "=", 1)
      .where((e) => e.or([e("company.id", "=", value("count")), e("company.document", "=", value("name"))]))
      .limit(value("count"))
      .offset(15),
  "delete without a place": () => build.deleteFrom("setting").where("name", "=", "old"),
}

const valuesOf: fc.Arbitrary<Values> = fc.record({
  name: fc.string(),
  count: fc.nat(),
  reason: fc.option(fc.string()),
})

describe("a prepared query", () => {
  it.each(Object.entries(queries))("of %s is Kysely's own, with the values in their places", (_, query) => {
    const prepared = preparedQuery<Values, unknown>(query)
    fc.assert(
      fc.property(fc.array(valuesOf, { minLength: 1, maxLength: 3 }), (uses) => {
        const made = uses.map((values) => prepared(values)) // all are made before any is compared: none may change another
        for (const [n, values] of uses.entries()) {
          const direct = query((name) => sql`${values[name]}`).compile()
          expect(textAndParameters(made[n])).toStrictEqual(textAndParameters(direct))
        }
      }),
    )
  })

  it("is built once", () => {
    let builds = 0
    const prepared = preparedQuery<{ name: string }, unknown>((value) => {
      builds++
      return build.selectFrom("setting").selectAll().where("name", "=", value("name"))
    })
    for (const name of ["a", "b", "c"]) prepared({ name })
    expect(builds).toBe(1)
  })

  it("keeps its places in the text's order, however the values are named", () => {
    const prepared = preparedQuery<{ a: string; b: string }, unknown>((value) =>
      build
        .updateTable("setting")
        .set({ value: value("b") })
        .where("name", "=", value("a"))
        .where("value", "!=", value("b")),
    )
    expect(prepared({ a: "first", b: "second" }).parameters).toStrictEqual(["second", "first", "second"])
  })
})

const textAndParameters = (query: CompiledQuery | undefined) => ({ sql: query?.sql, parameters: query?.parameters })
