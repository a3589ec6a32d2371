/**
 * The reminders that were sent, in SQL: a row is written once; a second writer finds it.
 */
import { LocalDate } from "@vintem/domain/calendar"
import { ReminderRuleToken } from "@vintem/domain/catalogue"
import { MailCap } from "@vintem/domain/customer"
import { type ReminderKey, ReminderLog } from "@vintem/domain/ports"
import { Effect, Layer, Schema } from "effect"
import { Executor } from "../engine/executor.ts"
import { preparedQuery } from "../engine/prepared-query.ts"
import { readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  ReminderLog,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const insert = preparedQuery<Row, unknown>((value) =>
      build
        .insertInto("reminder")
        .values({
          company_id: value("company"),
          link_slug: value("link"),
          rule_token: value("rule"),
          day: value("day"),
        })
        .onConflict((conflict) => conflict.columns(["company_id", "link_slug", "day", "rule_token"]).doNothing()),
    )

    const remove = preparedQuery<Row, unknown>((value) =>
      build
        .deleteFrom("reminder")
        .where("company_id", "=", value("company"))
        .where("link_slug", "=", value("link"))
        .where("rule_token", "=", value("rule"))
        .where("day", "=", value("day")),
    )

    const markHeldBack = preparedQuery<Row & { by: string }, unknown>((value) =>
      build
        .updateTable("reminder")
        .set({ held_back_by: value("by") })
        .where("company_id", "=", value("company"))
        .where("link_slug", "=", value("link"))
        .where("rule_token", "=", value("rule"))
        .where("day", "=", value("day")),
    )

    const selectOfLink = preparedQuery<{ company: number; link: string; limit: number }, LoggedRow>((value) =>
      build
        .selectFrom("reminder")
        .select(["rule_token as rule", "day", "held_back_by as heldBackBy"])
        .where("company_id", "=", value("company"))
        .where("link_slug", "=", value("link"))
        .orderBy("day", "desc")
        .orderBy("rule_token", "desc")
        .limit(value("limit")),
    )

    return ReminderLog.of({
      take: (reminder) =>
        Effect.map(executor.write("reminders.take", insert(rowOf(reminder))), ({ changes }) => changes === 1),
      giveBack: (reminder) => Effect.asVoid(executor.write("reminders.giveBack", remove(rowOf(reminder)))),
      holdBack: (reminder, by) =>
        Effect.asVoid(executor.write("reminders.holdBack", markHeldBack({ ...rowOf(reminder), by }))),
      ofLink: (company, link, limit) =>
        Effect.flatMap(executor.read("reminders.ofLink", selectOfLink({ company, link, limit })), (rows) =>
          Effect.forEach(rows, (row) => readLogged("reminders.ofLink", `A reminder of ${link}`, row)),
        ),
    })
  }),
)

interface LoggedRow {
  readonly rule: string
  readonly day: string
  readonly heldBackBy: string | null
}

const readLogged = readerOf(
  Schema.Struct({ rule: ReminderRuleToken, day: LocalDate, heldBackBy: Schema.NullOr(MailCap) }),
)

const rowOf = ({ company, link, rule, day }: ReminderKey): Row => ({ company, link, rule, day })

interface Row {
  readonly company: number
  readonly link: string
  readonly rule: string
  readonly day: string
}
