/**
 * The tables that are copied, in their order, with the key for reading each.
 */
import type { Dialect } from "../engine/dialect.ts"
import { type SumTableName, sumTables } from "../engine/sums.ts"
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
  /** The column that is the primary key by itself on SQLite; null if the key is the same on both engines. */
  readonly rowId: KeyColumn | null
  /** Whether the database numbers the rows itself. */
  readonly isNumbered: boolean
  /**
   * The columns that are added up over the rows of one key, if the table has sums: the engines spread sums differently.
   * Null if it has none.
   */
  readonly sums: ReadonlyArray<string> | null
}

const keyOf = (...key: ReadonlyArray<KeyColumn>) => ({ key, rowId: null, isNumbered: false, sums: null })
const sumsOf = (table: SumTableName) => {
  const { key, values } = sumTables[table]
  return { ...keyOf(...Object.entries(key).map(([name, type]) => ({ name, type }))), sums: values }
}
const text = (name: string): KeyColumn => ({ name, type: "text" })
const whole = (name: string): KeyColumn => ({ name, type: "bigint" })
const numbered = { key: [whole("id")], rowId: null, isNumbered: true, sums: null }
const numberedInCompany = { key: [whole("company_id"), whole("id")], rowId: whole("id"), isNumbered: true, sums: null }

/** They count the last minute, and a copy takes longer. */
export const passingTables = ["rate_window", "tried_write"] as const satisfies ReadonlyArray<keyof Tables>

/** Each table after those it refers to. Jobs come last, so that no worker finds any before everything else is there. */
const keys: Readonly<Record<Exclude<keyof Tables, (typeof passingTables)[number]>, Omit<CopiedTable, "name">>> = {
  setting: keyOf(text("name")),
  company: numbered,
  acquirer_account: keyOf(whole("company_id"), text("name")),
  api_key: numbered,
  customer: numberedInCompany,
  erasure: keyOf(whole("company_id"), whole("customer_id")),
  erasure_begun: keyOf(whole("company_id"), whole("customer_id")),
  erasure_clue: keyOf(whole("company_id"), whole("customer_id"), text("kind"), text("value")),
  saved_card: keyOf(whole("company_id"), text("token")),
  product: numberedInCompany,
  checkout: numberedInCompany,
  coupon: numberedInCompany,
  coupon_use: keyOf(whole("company_id"), text("order_number")),
  reminder_rule: numberedInCompany,
  sheet_mapping: keyOf(whole("company_id")),
  webhook_endpoint: keyOf(whole("company_id")),
  orders: numberedInCompany,
  order_product: keyOf(whole("company_id"), whole("product_id"), whole("placed_at"), whole("order_id")),
  order_attempt: keyOf(whole("company_id"), text("key")),
  order_event: keyOf(whole("company_id"), text("order_number"), whole("sequence")),
  booked_charge: keyOf(whole("company_id"), text("key")),
  booked_refund: keyOf(whole("company_id"), text("charge_key"), text("key")),
  batch: numberedInCompany,
  batch_event: keyOf(whole("company_id"), text("batch_token"), whole("sequence")),
  batch_item: keyOf(whole("company_id"), text("batch_token"), whole("position")),
  payment_link: numberedInCompany,
  payment_link_event: keyOf(whole("company_id"), whole("link_id"), whole("sequence")),
  subscription: numberedInCompany,
  subscription_event: keyOf(whole("company_id"), whole("subscription_id"), whole("sequence")),
  renewal: keyOf(whole("company_id"), whole("subscription_id"), whole("period")),
  list_count: sumsOf("list_count"),
  order_count: sumsOf("order_count"),
  order_figure: sumsOf("order_figure"),
  subscription_count: sumsOf("subscription_count"),
  card_attempt: keyOf(text("key")),
  card_stop: keyOf(text("subject"), text("cap")),
  reminder: keyOf(whole("company_id"), text("link_slug"), text("day"), text("rule_token")),
  mail_count: keyOf(text("recipient"), text("kind"), text("cap"), text("day")),
  idempotency: keyOf(whole("company_id"), text("scope"), text("key")),
  webhook_delivery: numberedInCompany,
  webhook_body: {
    key: [whole("company_id"), whole("delivery_id")],
    rowId: whole("delivery_id"),
    isNumbered: false,
    sums: null,
  },
  webhook_sequence: keyOf(whole("company_id"), text("order_number")),
  users: numbered,
  membership: numbered,
  user_session: numbered,
  access_ticket: numbered,
  guess: keyOf(text("key")),
  trail_entry: numberedInCompany,
  trail_length: keyOf(whole("company_id")),
  job: numberedInCompany,
}

/** The primary key of a table on an engine. */
export const keyOn = ({ name }: Pick<Dialect, "name">, { key, rowId }: CopiedTable): ReadonlyArray<KeyColumn> =>
  name === "sqlite" && rowId !== null ? [rowId] : key

/** In the order of copying. */
export const copiedTables: ReadonlyArray<CopiedTable> = Object.entries(keys).map(([name, of]) => ({ name, ...of }))
