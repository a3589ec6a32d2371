/**
 * The reminders that were sent, in SQL: a row is written once; a second writer finds it.
 */
import { ReminderLog } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

export const layer = Layer.effect(
  ReminderLog,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const insert = preparedQuery<Row, unknown>((value) =>
      build
        .insertInto("reminder")
        .values({ link_slug: value("link"), rule_token: value("rule"), day: value("day") })
        .onConflict((conflict) => conflict.columns(["link_slug", "rule_token", "day"]).doNothing()),
    )

    const remove = preparedQuery<Row, unknown>((value) =>
      build
        .deleteFrom("reminder")
        .where("link_slug", "=", value("link"))
        .where("rule_token", "=", value("rule"))
        .where("day", "=", value("day")),
    )

    return ReminderLog.of({
      take: (reminder) =>
        Effect.map(executor.write("reminders.take", insert(reminder)), ({ changes }) => changes === 1),
      giveBack: (reminder) => Effect.asVoid(executor.write("reminders.giveBack", remove(reminder))),
    })
  }),
)

interface Row {
  readonly link: string
  readonly rule: string
  readonly day: string
}
