/**
 * The domain of a Brazilian payment service: pure rules and data, and the ports to the outside world.
 *
 * Programs import what they need from a sub-path: `import { statusOf } from "@vintem/domain/order"`. The whole package has the same under
 * the sub-path's name: `Order.statusOf`. It is left to `@vintem/domain/trail` alone to describe the trail, which only servers keep.
 */
/** Users and their rights: roles, grants, sessions, passwords, second factors, tickets. */
export * as Access from "./access/index.ts"
/** Batches: payment links made for many customers at once. */
export * as Batch from "./batch/index.ts"
/** Instants, the dates of São Paulo, and banking days. */
export * as Calendar from "./calendar/index.ts"
/** Cards as payers type them: number, brand, holder, expiration, security code. */
export * as Card from "./card/index.ts"
/** The catalogue of a company: products, checkouts, coupons, recurrences, and the lines of an order. */
export * as Catalogue from "./catalogue/index.ts"
/** A company, and the look of its pages. */
export * as Company from "./company/index.ts"
/** A customer: name, address, e-mail address, telephone. */
export * as Customer from "./customer/index.ts"
/** CPF and CNPJ. */
export * as Documents from "./documents/index.ts"
/** Fees and who pays them: quotes, fee schedules, discounts. */
export * as Fees from "./fees/index.ts"
/** The identifiers of companies, customers, orders, links, batches and subscriptions. */
export * as Identifiers from "./identifiers/index.ts"
/** Installments: their number, their interest, and how an amount is split. */
export * as Installments from "./installments/index.ts"
/** State machines as values: deciding, folding, checking. */
export * as Machine from "./machine/index.ts"
/** The methods of payment, each in one file. */
export * as Method from "./method/index.ts"
/** Amounts in centavos, percentages in basis points, and their written forms. */
export * as Money from "./money/index.ts"
/** The life of an order: attempts, facts, statuses, refunds, webhooks. */
export * as Order from "./order/index.ts"
/** Payment links. */
export * as PaymentLink from "./payment-link/index.ts"
/** A person's data: where it is stored, and what replaces it after erasure. */
export * as PersonalData from "./personal-data/index.ts"
/** Pix codes and keys. */
export * as Pix from "./pix/index.ts"
/** The ports of the domain: storage, the acquirer, mail, randomness. */
export * as Ports from "./ports/index.ts"
/** Bank slips: barcode and digitable line. */
export * as Slip from "./slip/index.ts"
/** Subscriptions: periods, retries, cancelation. */
export * as Subscription from "./subscription/index.ts"
/** Text that people type. */
export * as Text from "./text/index.ts"
/** Webhooks: their endpoints and their retries. */
export * as Webhook from "./webhook/index.ts"
