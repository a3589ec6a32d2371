/**
 * The back office: reminder rules of payment links.
 */
import { changeReminderRule, watchRule } from "@vintem/application"
import {
  BackOffice,
  reminderRuleBody,
  reminderRuleChangeBody,
  reminderRuleTokenFromPath,
  reminderRuleView,
} from "@vintem/contract"
import type { Instant } from "@vintem/domain/calendar"
import type { ReminderRuleDetails } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { Identifiers, ReminderRuleRepository } from "@vintem/domain/ports"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { uninterruptible } from "../edge/limits/uninterruptible.ts"
import { changeEntry, createEntry, listEntries, removeEntry, showEntry } from "./company-entries.ts"

export const paymentLinkRules = HttpApiBuilder.group(BackOffice, "paymentLinkRules", (handlers) =>
  handlers
    .handleRaw(
      "create",
      ({ params }) => createEntry(params, { body: reminderRuleBody, add: addRule, view: reminderRuleView }),
      uninterruptible,
    )
    .handle("list", ({ params, query }) =>
      Effect.flatMap(ReminderRuleRepository, ({ list }) => listEntries(params, query, list, reminderRuleView)),
    )
    .handle("get", ({ params }) =>
      Effect.flatMap(ReminderRuleRepository, ({ find }) =>
        showEntry(params, reminderRuleTokenFromPath(params.token), find, reminderRuleView),
      ),
    )
    .handleRaw("update", ({ params }) => updateRule(params), uninterruptible)
    .handle("remove", ({ params }) =>
      Effect.flatMap(ReminderRuleRepository, ({ remove }) =>
        removeEntry(params, reminderRuleTokenFromPath(params.token), remove, "The reminder rule was deleted."),
      ),
    ),
)

const addRule = Effect.fnUntraced(function* (company: CompanyId, details: ReminderRuleDetails, createdAt: Instant) {
  const { add } = yield* ReminderRuleRepository
  const token = yield* (yield* Identifiers).reminderRuleToken
  const rule = { token, company, ...details, createdAt }
  yield* add(rule)
  yield* watchRule(rule, createdAt)
  return rule
})

const updateRule = (params: { readonly company: string; readonly token: string }) =>
  changeEntry(params, {
    body: reminderRuleChangeBody,
    change: (company, change) => {
      const token = reminderRuleTokenFromPath(params.token)
      return Option.isNone(token) ? Effect.succeedNone : changeReminderRule(company, token.value, change)
    },
    view: reminderRuleView,
  })
