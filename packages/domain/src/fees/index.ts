/** Fees and who pays them: quotes, fee schedules, discounts. */
export * from "./cash-discount.ts"
export * from "./demo-fee-schedule.ts"
export * from "./fee.ts"
export * from "./fee-mode.ts"
export * from "./fee-schedule.ts"
export * from "./gross-up.ts"
export { type Headline, type PricedWay, type PriceList, priceList } from "./price-list.ts"
export { Quote, type QuoteOf, QuoteReason, QuoteRefused, type QuoteRequest, quote } from "./quote.ts"
