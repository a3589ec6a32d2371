/**
 * The contract of every store of reminder rules.
 */

import { type ReminderRule, ReminderRuleToken } from "@vintem/domain/catalogue"
import type { CompanyId } from "@vintem/domain/identifiers"
import { type CompanyRepository, ReminderRuleRepository, type UnitOfWork } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import { onFreshStore } from "./on-fresh-store.ts"
import { ownedEntriesContract } from "./owned-entries.ts"
import { exampleUuid, later, storeCompany } from "./stored-examples.ts"

/** @param layer - builds a new, empty store each time */
export const reminderRuleRepositoryContract = (
  name: string,
  layer: Layer.Layer<ReminderRuleRepository | CompanyRepository | UnitOfWork, unknown>,
): void => {
  const store = onFreshStore(layer)

  describe(`ReminderRuleRepository: ${name}`, () => {
    store.it(
      "returns every field of a rule as it was added, with its reminders in order",
      Effect.gen(function* () {
        const rules = yield* ReminderRuleRepository
        const { id: company } = yield* storeCompany()
        const reminders = [-3, 365, 0, -365].map((days) => ({ days, channel: "email" }) as const)
        const rule = { ...numberedRule(company, 1), name: 'Cobrança "amigável" ⏰', reminders, createdAt: later(1) }
        yield* rules.add(rule)
        expect(Option.getOrNull(yield* rules.find(company, rule.token))).toStrictEqual(rule)
      }),
    )

    ownedEntriesContract<ReminderRule, ReminderRuleRepository>(store, {
      add: (company, n) => {
        const rule = numberedRule(company, n)
        return Effect.flatMap(ReminderRuleRepository, (rules) => Effect.as(rules.add(rule), rule))
      },
      changed: (rule) => Effect.succeed({ ...rule, name: "Outra", reminders: [{ days: 7, channel: "email" }] }),
      grown: (rule) => ({ ...rule, name: `${rule.name}+` }),
      find: ({ company, token }) => Effect.flatMap(ReminderRuleRepository, (rules) => rules.find(company, token)),
      list: (company, page) => Effect.flatMap(ReminderRuleRepository, (rules) => rules.list(company, page)),
      save: (rule) => Effect.flatMap(ReminderRuleRepository, (rules) => rules.save(rule)),
      remove: ({ company, token }) => Effect.flatMap(ReminderRuleRepository, (rules) => rules.remove(company, token)),
    })
  })
}

const numberedRule = (company: CompanyId, n: number): ReminderRule => ({
  token: ReminderRuleToken.make(exampleUuid(n)),
  company,
  name: `Régua ${n}`,
  reminders: [{ days: -1, channel: "email" }],
  createdAt: later(0),
})
