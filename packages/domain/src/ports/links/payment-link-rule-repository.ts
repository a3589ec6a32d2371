/**
 * Stores a company's billing rules.
 *
 * `UnitOfWork` lists the promises of every store.
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
    /** Stores a rule under its own token, with its reminders in order. */
    readonly add: (rule: PaymentLinkRule) => Effect.Effect<void, StorageUnavailable>
    /** A company's rule. None if it is another company's. */
    readonly find: (
      company: CompanyId,
      token: PaymentLinkRuleToken,
    ) => Effect.Effect<Option.Option<PaymentLinkRule>, StorageUnavailable>
    /** Newest first. */
    readonly list: (company: CompanyId, page: PageRequest) => Effect.Effect<Page<PaymentLinkRule>, StorageUnavailable>
    /**
     * Replaces the parts of a rule that may change. It keeps its place in the list. Returns false and writes nothing if
     * the company has no such rule, or removed it.
     */
    readonly save: (rule: PaymentLinkRule) => Effect.Effect<boolean, StorageUnavailable>
    /** Returns false if the company has no such rule, or removed it already. */
    readonly remove: (company: CompanyId, token: PaymentLinkRuleToken) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("@vintem/domain/ports/PaymentLinkRuleRepository") {}
