/**
 * Which tables a copy takes over, in which order, and by what it finds its way through each.
 */
import type { Tables } from "../engine/tables.ts"

/** A column of a table's primary key. */
export interface KeyColumn {
  readonly name: string
  readonly type: "bigint" | "text"
}

/** A table, and its key. */
export interface CopiedTable {
  readonly name: string
  /** The primary key, in its order. */
  readonly key: ReadonlyArray<KeyColumn>
  /** Whether the database numbers the rows itself. */
  readonly isNumbered: boolean
}

const keyOf = (...key: ReadonlyArray<KeyColumn>) => ({ key, isNumbered: false })
const text = (name: string): KeyColumn => ({ name, type: "text" })
const whole = (name: string): KeyColumn => ({ name, type: "bigint" })
const numbered = { key: [whole("id")], isNumbered: true }

/**
 * Triggers maintain these counts, so the target counts the rows that are copied. How counts are split over rows differs between engines.
 */
export const countTables = ["order_count", "order_figure", "subscription_count"] as const satisfies ReadonlyArray<
  keyof Tables
>

/** They tell of the last minute, and a copy takes longer. */
export const passingTables = ["rate_window", "tried_write"] as const satisfies ReadonlyArray<keyof Tables>

type LeftTable = (typeof countTables)[number] | (typeof passingTables)[number]

/** Each table after those it refers to; work comes last, so that until all the rest is there, there is none to be done. */
const keys: Readonly<Record<Exclude<keyof Tables, LeftTable>, Omit<CopiedTable, "name">>> = {
  setting: keyOf(text("name")),
  company: numbered,
  api_key: numbered,
  customer: numbered,
  erasure: keyOf(whole("company_id"), whole("customer_id")),
  erasure_begun: keyOf(whole("company_id"), whole("customer_id")),
  erasure_clue: keyOf(whole("company_id"), whole("customer_id"), text("kind"), text("value")),
  saved_card: keyOf(text("token")),
  product: numbered,
  checkout: numbered,
  coupon: numbered,
  coupon_use: keyOf(text("order_number")),
  payment_link_rule: numbered,
  sheet_mapping: keyOf(whole("company_id")),
  webhook_endpoint: keyOf(whole("company_id")),
  orders: numbered,
  order_product: keyOf(whole("company_id"), whole("product_id"), whole("placed_at"), whole("order_id")),
  order_attempt: keyOf(text("key")),
  order_event: keyOf(text("order_number"), whole("sequence")),
  batch: numbered,
  batch_event: keyOf(text("batch_token"), whole("sequence")),
  batch_item: keyOf(text("batch_token"), whole("position")),
  payment_link: numbered,
  payment_link_event: keyOf(whole("link_id"), whole("sequence")),
  list_count: keyOf(whole("company_id"), text("list"), whole("shard")),
  subscription: numbered,
  subscription_event: keyOf(whole("subscription_id"), whole("sequence")),
  renewal: keyOf(whole("subscription_id"), whole("period")),
  card_attempt: keyOf(text("key")),
  card_stop: keyOf(text("subject"), text("cap")),
  reminder: keyOf(text("link_slug"), text("day"), text("rule_token")),
  mail_count: keyOf(text("recipient"), text("kind"), text("cap"), text("day")),
  idempotency: keyOf(text("scope"), text("key")),
  webhook_delivery: numbered,
  webhook_body: keyOf(whole("delivery_id")),
  webhook_sequence: keyOf(text("order_number")),
  users: numbered,
  membership: numbered,
  user_session: numbered,
  access_ticket: numbered,
  guess: keyOf(text("key")),
  audit_entry: numbered,
  audit_length: keyOf(text("realm")),
  simulated_charge: keyOf(text("key")),
  simulated_card: keyOf(text("token")),
  job: numbered,
}

/** In the order in which they are copied. */
export const copiedTables: ReadonlyArray<CopiedTable> = Object.entries(keys).map(([name, of]) => ({ name, ...of }))
