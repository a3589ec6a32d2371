/**
 * Everything the panel says, in one language. What one language lacks does not compile.
 */
import type { OrderCommandRefusal, SubscriberEventType, SubscriberStatus } from "@vintem/contract"
import type { ApiKeyScope, CompanyRole, PlatformRole } from "@vintem/domain/access"
import type { BatchStatus } from "@vintem/domain/batch"
import type { PageLanguage, ReceiptsMailed } from "@vintem/domain/company"
import type { FeeMode } from "@vintem/domain/fees"
import type { PaymentMethod } from "@vintem/domain/method"
import type { AttemptFact, CaseFact, KnownReason, OrderStatus, RefundFact, WebhookKind } from "@vintem/domain/order"
import type { WebhookDeliveryState } from "@vintem/domain/webhook"
import type { CompanyPage, PlatformPage } from "../menu.ts"
import type { DecimalMark } from "../reais.ts"

/** The panel speaks the languages that the payer's pages speak. */
export type Language = PageLanguage

/** An action, and its texts before and after. */
export interface Deed {
  readonly verb: string
  /** What will happen. */
  readonly says: string
  readonly done: string
}

export interface Words {
  /** As browsers and screen readers know it (BCP 47). */
  readonly language: Language
  /** @param amount - reais */
  readonly money: (amount: number) => string
  readonly decimalMark: DecimalMark
  /** @param date - `YYYY-MM-DD` */
  readonly day: (date: string) => string
  /** @param timestamp - `YYYY-MM-DD HH:MM:SS` of São Paulo */
  readonly minute: (timestamp: string) => string
  readonly second: (timestamp: string) => string

  readonly pages: Readonly<Record<CompanyPage | PlatformPage | "account", string>>
  readonly statuses: Readonly<Record<OrderStatus, string>>
  readonly methods: Readonly<Record<PaymentMethod, string>>
  readonly roles: Readonly<Record<CompanyRole | PlatformRole, string>>
  readonly webhookKinds: Readonly<Record<WebhookKind, string>>
  readonly deliveryStates: Readonly<Record<WebhookDeliveryState, string>>
  readonly batchStatuses: Readonly<Record<BatchStatus, string>>
  readonly feeModes: Readonly<Record<FeeMode, string>>
  /** What was learned of an attempt, a refund or a dispute; one that is not here is shown as it came. */
  readonly facts: Readonly<Record<AttemptFact | RefundFact | CaseFact, string>>
  readonly fields: Readonly<
    Record<"fullname" | "email" | "taxvat" | "telephone" | "address" | "name" | "password" | "role" | "created", string>
  >

  /** In place of what was stored of an erased person. */
  readonly erasedCustomer: string
  readonly erasedData: string
  /** Why an acquirer refused. */
  readonly reasons: Readonly<Record<KnownReason, string>>
  /** It gave a reason that has no words of ours. */
  readonly otherReason: string
  /** Before what only support reads. */
  readonly forSupport: string
  /** @param browser - null if nobody knows it; `system` likewise */
  readonly agent: (browser: string | null, system: string | null) => string
  readonly yes: string
  readonly no: string
  readonly copy: string
  readonly copied: string
  readonly waiting: string
  readonly tryAgain: string
  readonly doing: string
  readonly dontDo: string
  readonly close: string
  /** Opens, beside a form, what may have been done already. */
  readonly look: string
  /** Of a date that the browser cannot read. */
  readonly dateWrong: string
  readonly failures: Readonly<
    Record<"forbidden" | "notFound" | "invalid" | "declined" | "unknown" | "mayBeDone", string>
  > & {
    readonly wait: (seconds: number) => string
  }
  readonly pager: {
    readonly label: string
    readonly previous: string
    readonly next: string
    readonly position: (page: number, last: number, total: number) => string
  }
  readonly palette: {
    readonly title: string
    readonly open: string
    readonly nothing: string
    readonly searchFor: (text: string) => string
  }
  readonly shell: {
    readonly skip: string
    readonly menu: string
    readonly company: string
    readonly platform: string
    readonly language: string
    readonly signOut: string
    readonly lost: string
    readonly found: string
    readonly noPage: string
    readonly noPageSays: string
    readonly noCompany: string
    readonly moderated: string
  }
  /** Whether what is shown follows what happens. */
  readonly live: {
    readonly on: string
    readonly off: string
    /** @param time - of the clock, to the minute */
    readonly updated: (time: string) => string
  }
  readonly door: {
    readonly signIn: string
    readonly again: string
    readonly againSays: string
    readonly prove: string
    readonly proveSays: string
    readonly proveVerb: string
    readonly proveWrong: string
    readonly code: string
    readonly codeHint: string
    readonly missing: string
    readonly wrongPassword: string
    readonly wrongCode: string
    readonly startOver: string
    readonly forgotten: string
    readonly ask: string
    readonly askSays: string
    readonly asked: string
    readonly back: string
    readonly reset: string
    readonly newPassword: string
    readonly passwordHint: string
    readonly passwordWrong: string
    readonly emailWrong: string
    readonly nameWrong: string
    readonly resetDone: string
    readonly linkWorthless: string
    readonly invitation: string
    readonly invitedTo: (where: string, role: string) => string
    readonly invitedAs: (email: string) => string
    readonly accept: string
    readonly signInFirst: string
    readonly forSomebodyElse: string
  }
  readonly overview: {
    readonly period: string
    readonly lastDays: (days: number) => string
    readonly month: string
    readonly show: string
    readonly wrongDays: string
    readonly none: string
    readonly now: string
    readonly open: string
    readonly orders: (count: number) => string
    readonly overdue: string
    /** Without the number. */
    readonly subscriptions: (count: number) => string
    readonly disputed: string
    readonly disputes: (count: number) => string
    readonly days: (from: string, to: string) => string
    readonly against: (from: string, to: string) => string
    readonly sums: Readonly<Record<"received" | "refused" | "expired" | "refunded" | "charged_back", string>>
    readonly times: (count: number) => string
    readonly was: (before: string) => string
    readonly approval: string
    readonly byDay: string
    readonly day: string
    readonly asTable: string
    readonly byMethod: string
    readonly refusals: string
    readonly reason: string
    readonly noReason: string
    readonly attempts: string
    readonly amount: string
    readonly nothing: string
    readonly noRefusals: string
  }
  readonly order: {
    readonly title: (number: string) => string
    readonly all: string
    readonly number: string
    readonly status: string
    readonly customer: string
    readonly placed: string
    readonly total: string
    readonly search: string
    readonly searchHint: string
    readonly anyStatus: string
    readonly from: string
    readonly to: string
    readonly daysWrong: string
    readonly find: string
    readonly none: string
    readonly noneFound: string
    readonly sale: string
    readonly fee: string
    readonly net: string
    readonly money: Readonly<Record<"captured" | "refunded" | "reserved" | "charged_back", string>>
    readonly method: string
    readonly noMethod: string
    readonly reference: string
    readonly source: string
    readonly payersPage: string
    readonly open: string
    readonly items: string
    readonly item: string
    readonly quantity: string
    readonly price: string
    readonly noItems: string
    readonly timeline: string
    readonly events: Readonly<
      Record<
        | "order_placed"
        | "attempt_started"
        | "attempt_reported"
        | "attempt_resolved"
        | "refund_reported"
        | "case_reported"
        | "order_canceled"
        | "order_completed"
        | "order_abandoned"
        | "duplicate_found",
        string
      >
    >
    readonly commands: Readonly<Record<"refund" | "cancel" | "complete" | "contest" | "resolve", Deed>>
    readonly refundSays: (amount: string, payer: string) => string
    readonly refundAmount: string
    readonly refundMost: (amount: string) => string
    readonly refundNothing: string
    /** The acquirer was asked, and did not do it. */
    readonly refundFailed: string
    /** Why a command is not possible. */
    readonly refusals: Readonly<Record<OrderCommandRefusal, string>>
    readonly outcome: string
  }
  readonly link: {
    readonly make: string
    readonly change: string
    readonly none: string
    readonly title: string
    readonly amount: string
    readonly additional: string
    readonly description: string
    readonly reference: string
    readonly lastDay: string
    readonly noLastDay: string
    readonly once: string
    readonly methods: string
    readonly installments: string
    readonly installmentsUpTo: (count: number) => string
    readonly feeMode: string
    readonly customer: string
    readonly customerEmail: string
    readonly preview: string
    /** Stands below a price: the fee of the payment method is added to it. */
    readonly plusFee: string
    readonly previewNoTitle: string
    readonly created: string
    readonly state: string
    readonly paid: (when: string) => string
    readonly open: string
    readonly expired: string
    readonly address: string
    readonly qrCode: string
    readonly share: string
    readonly byEmail: string
    readonly all: string
    readonly save: string
    readonly saved: string
    readonly remove: Deed
    readonly faults: Readonly<Record<"title" | "lastDay" | "methods" | "email" | "unseen" | "other", string>> & {
      readonly amount: (most: string) => string
      /** @param most - characters */
      readonly long: (most: number) => string
    }
  }
  readonly batch: {
    readonly make: string
    readonly add: string
    readonly none: string
    readonly name: string
    readonly progress: string
    readonly made: (processed: number, total: number) => string
    readonly all: string
    readonly sheet: string
    readonly row: string
    readonly send: (count: number) => string
    readonly download: string
    readonly links: string
    readonly errors: string
    readonly cancel: Deed
  }
  readonly webhook: {
    readonly none: string
    readonly setUp: string
    readonly url: string
    readonly urlHint: string
    readonly urlWrong: string
    readonly enabled: string
    readonly secret: string
    readonly save: string
    readonly saved: string
    readonly isOff: Readonly<Record<"gone" | "failing" | "byHand", string>>
    readonly deliveries: string
    readonly noDeliveries: string
    readonly event: string
    readonly orderNumber: string
    readonly state: string
    readonly attempts: string
    readonly noAttempts: string
    readonly attempt: (at: string, answer: string, milliseconds: number) => string
    readonly answered: (status: number) => string
    readonly noAnswer: string
    readonly nextAt: (at: string) => string
    readonly payload: string
    readonly anyState: string
    readonly again: Deed
    readonly test: Readonly<Record<"title" | "says" | "verb" | "answer" | "noAnswer", string>>
    readonly replay: Deed
    readonly replayWrong: string
    readonly replayed: (count: number) => string
    readonly ofOrder: string
    readonly noneOfOrder: string
    readonly why: string
    readonly fact: string
    readonly isSent: string
    readonly because: string
    /** Why a webhook was sent, or was not, by its kind. */
    readonly sentBecause: Readonly<Record<WebhookKind, string>>
    readonly notSentBecause: Readonly<Record<WebhookKind, string>>
    /** It was due, and there is none. */
    readonly notKept: string
  }
  readonly keys: {
    readonly none: string
    readonly make: string
    readonly name: string
    readonly nameWrong: string
    readonly ends: string
    readonly mayDo: string
    readonly scopes: Readonly<Record<ApiKeyScope, string>>
    readonly scopesWrong: string
    readonly tooMany: (most: number) => string
    readonly expires: string
    readonly expiresHint: string
    readonly expiresWrong: string
    readonly never: string
    readonly lastUsed: string
    readonly notUsed: string
    readonly shownOnce: string
    readonly revoke: Deed
  }
  readonly subscription: {
    readonly none: string
    readonly title: (of: string) => string
    readonly all: string
    readonly sold: string
    readonly each: string
    readonly paidFor: string
    readonly period: (from: string, to: string) => string
    readonly nextCharge: string
    readonly nothingNext: string
    readonly statuses: Readonly<Record<SubscriberStatus, string>>
    readonly because: string
    /** Why a subscription is overdue. */
    readonly isOverdue: string
    readonly events: Readonly<Record<SubscriberEventType, string>>
    readonly cancel: Deed
  }
  readonly settings: {
    readonly fees: string
    readonly percentAnd: (percent: number, fixed: string) => string
    readonly creditUpTo: (installments: number) => string
    readonly changeFees: string
    readonly feesSay: string
    readonly percentOf: (of: string) => string
    readonly fixedOf: (of: string) => string
    readonly feeWrong: string
    readonly saveFees: string
    readonly interest: string
    readonly monthly: (percent: number) => string
    readonly minimumInstallment: string
    readonly city: string
    readonly pagesOfPayers: string
    readonly logo: string
    readonly logoHint: string
    readonly language: string
    readonly color: string
    readonly colorHint: string
    readonly colorWrong: string
    readonly pickColor: string
    readonly colorSample: string
    readonly redirect: string
    readonly site: string
    readonly siteHint: string
    readonly receipts: string
    readonly receiptsFor: Readonly<Record<ReceiptsMailed, string>>
    readonly save: string
    readonly saved: string
    readonly wrong: string
  }
  readonly account: {
    readonly sessions: string
    readonly thisOne: string
    readonly seen: string
    readonly endOne: string
    readonly endOthers: string
    readonly secondFactor: string
    readonly isOn: (codes: number) => string
    readonly isOff: string
    readonly turnOn: string
    readonly turnOff: string
    readonly scan: string
    readonly typeCode: string
    readonly confirm: string
    readonly recoveryCodes: string
  }
  readonly platform: {
    readonly noCompanies: string
    readonly roleMeans: Readonly<Record<PlatformRole, string>>
    readonly findHint: string
    readonly findWrong: string
    readonly noOrder: string
    readonly open: string
    readonly moderate: Deed
    readonly letGo: Deed
    readonly isModerated: string
    readonly noDeadJobs: string
    readonly job: string
    readonly error: string
    readonly retry: string
    readonly retried: string
  }
}
