/**
 * Reminder rules in SQL.
 */
import { inCompany } from "@vintem/domain/access"
import { ReminderRule, type ReminderRuleDetails, type ReminderRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type PageRequest, ReminderRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  ReminderRuleRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    return ReminderRuleRepository.of({
      add: ({ token, company, createdAt, ...details }) =>
        Effect.asVoid(
          executor.write(
            "reminderRules.add",
            build
              .insertInto("reminder_rule")
              .values({ token, company_id: company, ...columnsOf(details), created_at: createdAt })
              .compile(),
          ),
        ),
      find: (company: CompanyId, token: ReminderRuleToken) =>
        Effect.flatMap(
          executor.readEntry(
            "reminderRules.find",
            entryOf(token),
            build
              .selectFrom("reminder_rule")
              .selectAll()
              .where("token", "=", token)
              .where("company_id", "=", company)
              .compile(),
          ),
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(ruleFromRow("reminderRules.find", row))),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = build.selectFrom("reminder_rule").where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "reminderRules.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => ruleFromRow("reminderRules.list", row),
        )
      },
      save: ({ token, company, createdAt: _, ...details }) =>
        Effect.map(
          executor.write(
            "reminderRules.save",
            build
              .updateTable("reminder_rule")
              .set(columnsOf(details))
              .where("token", "=", token)
              .where("company_id", "=", company)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      remove: (company: CompanyId, token: ReminderRuleToken) =>
        Effect.map(
          executor.write(
            "reminderRules.remove",
            build.deleteFrom("reminder_rule").where("token", "=", token).where("company_id", "=", company).compile(),
          ),
          ({ changes }) => changes === 1,
        ),
    })
  }),
)

/** The name that a unit locks while it replaces a reminder rule. */
const entryOf = (token: ReminderRuleToken): string => `reminder_rule ${token}`

interface RuleRow {
  readonly token: string
  readonly company_id: number
  readonly name: string
  readonly reminders: string
  readonly created_at: number
}

const columnsOf = ({ name, reminders }: ReminderRuleDetails) => ({ name, reminders: JSON.stringify(reminders) })

const readRule = readerOf(ReminderRule)

const ruleFromRow = (operation: string, row: RuleRow): Effect.Effect<ReminderRule, StorageUnavailable> =>
  readRule(operation, `Reminder rule ${row.token}`, {
    token: row.token,
    company: row.company_id,
    name: row.name,
    reminders: parsedJson(row.reminders),
    createdAt: row.created_at,
  })
