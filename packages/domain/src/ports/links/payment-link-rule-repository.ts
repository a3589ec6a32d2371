/**
 * Stores a company's billing rules.
 *
 * What every store promises is said at `UnitOfWork`.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { PaymentLinkRule, PaymentLinkRuleToken } from "../../catalogue/payment-link-rule.ts"
import type { CompanyId } from "../../identifiers/company.ts"
import type { Page, PageRequest } from "../storage/page.ts"
import type { StorageUnavailable } from "../storage/storage-unavailable.ts"

/** Stores a company's billing rules. */
export class PaymentLinkRuleRepository extends Context.Service<
  PaymentLinkRuleRepository,
  {
    /** Keeps a rule under the token it brings, its reminders in their order. */
    readonly add: (rule: PaymentLinkRule) => Effect.Effect<void, StorageUnavailable>
    /** A company's rule; another company's is absent. */
    readonly find: (
      company: CompanyId,
      token: PaymentLinkRuleToken,
    ) => Effect.Effect<Option.Option<PaymentLinkRule>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<PaymentLinkRule>, StorageUnavailable>
    /**
     * Replaces what may change about a rule, which keeps its place in the list; false, and nothing is written, if the company has none
     * such, or has it no longer.
     */
    readonly save: (rule: PaymentLinkRule) => Effect.Effect<boolean, StorageUnavailable>
    /** False if the company has no such rule, or has it no longer. */
    readonly remove: (company: CompanyId, token: PaymentLinkRuleToken) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/PaymentLinkRuleRepository") {}
