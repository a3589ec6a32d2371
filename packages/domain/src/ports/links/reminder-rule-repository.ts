/**
 * Stores a company's reminder rules.
 *
 * `UnitOfWork` lists the promises of every store.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ReminderRule, ReminderRuleToken } from "../../catalogue/reminder-rule.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores a company's reminder rules. */
export class ReminderRuleRepository extends Context.Service<
  ReminderRuleRepository,
  {
    /** Keeps a rule under the token it brings, its reminders in their order. */
    readonly add: (rule: ReminderRule) => Effect.Effect<void, StorageUnavailable>
    /** A company's rule; another company's is absent. */
    readonly find: (
      company: CompanyId,
      token: ReminderRuleToken,
    ) => Effect.Effect<Option.Option<ReminderRule>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<ReminderRule>, StorageUnavailable>
    /**
     * Replaces the parts of a rule that may change. It keeps its place in the list. Returns false and writes nothing if
     * the company has no such rule, or removed it.
     */
    readonly save: (rule: ReminderRule) => Effect.Effect<boolean, StorageUnavailable>
    /** False if the company has no such rule, or has it no longer. */
    readonly remove: (company: CompanyId, token: ReminderRuleToken) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/ReminderRuleRepository") {}
