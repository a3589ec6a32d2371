/**
 * Counts the messages to a person in a day, in SQL. One statement counts and compares, so that concurrent messages stay
 * within a cap.
 */
import { type MailCount, MailCounts } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { sql } from "kysely"
import { Executor } from "../engine/executor.ts"
import { lockedSelection } from "../engine/locked-selection.ts"
import { preparedQuery } from "../engine/prepared-query.ts"

export const layer = Layer.effect(
  MailCounts,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    const countOne = preparedQuery<Row & { max: number }, unknown>((value) =>
      build
        .insertInto("mail_count")
        .values({
          recipient: value("recipient"),
          kind: value("kind"),
          cap: value("cap"),
          day: value("day"),
          sent: 1,
        })
        .onConflict((conflict) =>
          conflict
            .columns(["recipient", "kind", "cap", "day"])
            .doUpdateSet((e) => ({ sent: e("mail_count.sent", "+", 1) }))
            .where("mail_count.sent", "<", value("max")),
        ),
    )

    const countOneLess = preparedQuery<Row, unknown>((value) =>
      build
        .updateTable("mail_count")
        .set((e) => ({ sent: e("sent", "-", 1) }))
        .where("recipient", "=", value("recipient"))
        .where("kind", "=", value("kind"))
        .where("cap", "=", value("cap"))
        .where("day", "=", value("day"))
        .where("sent", ">", sql.lit(0)),
    )

    const deleteOld = preparedQuery<{ before: string; limit: number }, unknown>((value) =>
      lockedSelection(
        executor.dialect,
        build
          .selectFrom("mail_count")
          .select(["recipient", "kind", "cap", "day"])
          .where("day", "<", value("before"))
          .orderBy("day")
          .limit(value("limit")),
      )
        .deleteFrom("mail_count")
        .where((e) =>
          e(
            e.refTuple("recipient", "kind", "cap", "day"),
            "in",
            e
              .selectFrom("chosen")
              .select(["chosen.recipient", "chosen.kind", "chosen.cap", "chosen.day"])
              .$asTuple("recipient", "kind", "cap", "day"),
          ),
        ),
    )

    return MailCounts.of({
      take: (count, max) =>
        Effect.map(
          executor.write("mailCounts.take", countOne({ ...rowOf(count), max })),
          ({ changes }) => changes === 1,
        ),
      giveBack: (count) => Effect.asVoid(executor.write("mailCounts.giveBack", countOneLess(rowOf(count)))),
      forget: (before, limit) =>
        Effect.map(executor.write("mailCounts.forget", deleteOld({ before, limit })), ({ changes }) => changes),
    })
  }),
)

interface Row {
  readonly recipient: string
  readonly kind: string
  readonly cap: string
  readonly day: string
}

const rowOf = ({ recipient, kind, cap, day }: MailCount): Row => ({ recipient, kind, cap, day })
