/**
 * Billing rules in SQL.
 */
import { inCompany } from "@vintem/domain/access"
import { PaymentLinkRule, type PaymentLinkRuleDetails, type PaymentLinkRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type PageRequest, PaymentLinkRuleRepository, type StorageUnavailable } from "@vintem/domain/ports"
import { Effect, Layer } from "effect"
import { Executor } from "../engine/executor.ts"
import { readUncountedPage } from "../engine/page.ts"
import { parsedJson, readerOf } from "../engine/stored-value.ts"

export const layer = Layer.effect(
  PaymentLinkRuleRepository,
  Effect.gen(function* () {
    const executor = yield* Executor
    const { build } = executor.dialect

    return PaymentLinkRuleRepository.of({
      add: ({ token, company, createdAt, ...details }) =>
        Effect.asVoid(
          executor.write(
            "paymentLinkRules.add",
            build
              .insertInto("payment_link_rule")
              .values({ token, company_id: company, ...columnsOf(details), created_at: createdAt })
              .compile(),
          ),
        ),
      find: (company: CompanyId, token: PaymentLinkRuleToken) =>
        Effect.flatMap(
          executor.readEntry(
            "paymentLinkRules.find",
            entryOf(token),
            build
              .selectFrom("payment_link_rule")
              .selectAll()
              .where("token", "=", token)
              .where("company_id", "=", company)
              .compile(),
          ),
          ([row]) =>
            row === undefined ? Effect.succeedNone : Effect.asSome(ruleFromRow("paymentLinkRules.find", row)),
        ),
      list: (company: CompanyId, page: PageRequest) => {
        const ofCompany = build.selectFrom("payment_link_rule").where("company_id", "=", company)
        return readUncountedPage(
          executor,
          inCompany(company),
          "paymentLinkRules.list",
          {
            count: ofCompany.select((e) => e.fn.countAll<number>().as("total")).compile(),
            rows: ({ limit, offset }) =>
              ofCompany.selectAll().orderBy("id", "desc").limit(limit).offset(offset).compile(),
          },
          page,
          (row) => ruleFromRow("paymentLinkRules.list", row),
        )
      },
      save: ({ token, company, createdAt: _, ...details }) =>
        Effect.map(
          executor.write(
            "paymentLinkRules.save",
            build
              .updateTable("payment_link_rule")
              .set(columnsOf(details))
              .where("token", "=", token)
              .where("company_id", "=", company)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
      remove: (company: CompanyId, token: PaymentLinkRuleToken) =>
        Effect.map(
          executor.write(
            "paymentLinkRules.remove",
            build
              .deleteFrom("payment_link_rule")
              .where("token", "=", token)
              .where("company_id", "=", company)
              .compile(),
          ),
          ({ changes }) => changes === 1,
        ),
    })
  }),
)

/** What a billing rule is held by while a unit replaces it. */
const entryOf = (token: PaymentLinkRuleToken): string => `payment_link_rule ${token}`

interface RuleRow {
  readonly token: string
  readonly company_id: number
  readonly name: string
  readonly reminders: string
  readonly created_at: number
}

const columnsOf = ({ name, reminders }: PaymentLinkRuleDetails) => ({ name, reminders: JSON.stringify(reminders) })

const readRule = readerOf(PaymentLinkRule)

const ruleFromRow = (operation: string, row: RuleRow): Effect.Effect<PaymentLinkRule, StorageUnavailable> =>
  readRule(operation, `Billing rule ${row.token}`, {
    token: row.token,
    company: row.company_id,
    name: row.name,
    reminders: parsedJson(row.reminders),
    createdAt: row.created_at,
  })
