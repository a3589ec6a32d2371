/**
 * Reminder rules in memory.
 */
import type { ReminderRule, ReminderRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { ReminderRuleRepository } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { requireAll } from "./constraint-broken.ts"
import { pageOf } from "./page-of.ts"
import { Tables } from "./tables.ts"

export const layer = Layer.effect(
  ReminderRuleRepository,
  Effect.gen(function* () {
    const { companies, reminderRules } = yield* Tables

    const owned = (company: CompanyId, token: ReminderRuleToken): ReminderRule | undefined => {
      const rule = reminderRules.get(token)
      return rule?.company === company ? rule : undefined
    }

    return ReminderRuleRepository.of({
      add: (rule) =>
        Effect.sync(() => {
          requireAll([
            ["reminder_rule.company exists", companies.has(rule.company)],
            ["reminder_rule.token is unique", !reminderRules.has(rule.token)],
          ])
          reminderRules.put(rule.token, rule)
        }),

      find: (company, token) => Effect.sync(() => Option.fromUndefinedOr(owned(company, token))),

      list: (company, page) =>
        Effect.sync(() =>
          pageOf(
            reminderRules.newestFirst().filter((rule) => rule.company === company),
            page,
          ),
        ),

      save: (rule) =>
        Effect.sync(() => {
          const kept = owned(rule.company, rule.token)
          if (kept !== undefined) reminderRules.put(kept.token, { ...rule, createdAt: kept.createdAt })
          return kept !== undefined
        }),

      remove: (company, token) =>
        Effect.sync(() => {
          const isKept = owned(company, token) !== undefined
          if (isKept) reminderRules.remove(token)
          return isKept
        }),
    })
  }),
)
