/**
 * What is made once and shared by all processes.
 */

import type { StorageUnavailable } from "@vintem/domain/ports"
import { Context, Effect, Layer, Option } from "effect"
import { sql } from "kysely"
import { Executor } from "./executor.ts"
import { preparedQuery } from "./prepared-query.ts"

export class Settings extends Context.Service<
  Settings,
  {
    /** Stores a text unless the name has one already. No secrets: the database is no place for them. @returns the stored text */
    readonly keep: (name: string, value: string) => Effect.Effect<string, StorageUnavailable>
    /** Stores a text, whatever the name had. */
    readonly replace: (name: string, value: string) => Effect.Effect<void, StorageUnavailable>
    /** Removes the name and its text. */
    readonly remove: (name: string) => Effect.Effect<void, StorageUnavailable>
    /** None if nothing was put under the name. */
    readonly find: (name: string) => Effect.Effect<Option.Option<string>, StorageUnavailable>
    /** Stores a whole number, unless the stored one is larger. @returns the number stored now */
    readonly raise: (name: string, value: number) => Effect.Effect<number, StorageUnavailable>
  }
>()("@vintem/adapters/sql/Settings") {}

/** Settings in the database, shared by every process on it. */
export const layer = Layer.effect(
  Settings,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    /** Asked with every request of a sandbox, for its clock. */
    const selectValue = preparedQuery<{ name: string }, { value: string }>((value) =>
      build.selectFrom("setting").select("value").where("name", "=", value("name")),
    )

    const keep = Effect.fnUntraced(function* (name: string, value: string) {
      yield* executor.write(
        "settings.keep",
        build
          .insertInto("setting")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .compile(),
      )
      const [row] = yield* executor.read("settings.keep", selectValue({ name }))
      return row?.value ?? value
    })

    const replace = (name: string, value: string) =>
      Effect.asVoid(
        executor.write(
          "settings.replace",
          build
            .insertInto("setting")
            .values({ name, value })
            .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
            .compile(),
        ),
      )

    const remove = (name: string) =>
      Effect.asVoid(executor.write("settings.remove", build.deleteFrom("setting").where("name", "=", name).compile()))

    const find = (name: string) =>
      Effect.map(executor.readShared("settings.find", selectValue({ name })), ([row]) =>
        Option.fromUndefinedOr(row?.value),
      )

    const raise = Effect.fnUntraced(function* (name: string, value: number) {
      const kept = sql<number>`cast(setting.value as ${sql.raw(executor.dialect.integer)})`
      const {
        rows: [row],
      } = yield* executor.write(
        "settings.raise",
        build
          .insertInto("setting")
          .values({ name, value: String(value) })
          .onConflict((conflict) =>
            conflict.column("name").doUpdateSet({
              value: sql<string>`case when ${kept} < ${value} then excluded.value else setting.value end`,
            }),
          )
          .returning("value")
          .compile(),
      )
      return Number(row?.value ?? value)
    })

    return Settings.of({ keep, replace, remove, find, raise })
  }),
)
