/**
 * The tables, as Kysely knows them. Amounts are centavos, instants epoch milliseconds, truth values 0 or 1; JSON is only ever read
 * whole, never searched.
 */
import type { Generated } from "kysely"

export interface Tables {
  readonly company: {
    id: Generated<number>
    name: string
    document: string | null
    city: string
    logo_url: string | null
    under_moderation: number
    block_cloud: number | null
    fees: string
    created_at: number
  }
  readonly api_key: {
    id: Generated<number>
    company_id: number
    name: string
    hash: string
    last_digits: string
    created_at: number
    revoked_at: number | null
  }
  readonly customer: {
    id: Generated<number>
    company_id: number
    token: string
    document: string
    fullname: string
    email: string
    telephone: string
    created_at: number
  }
  readonly saved_card: {
    token: string
    company_id: number
    customer_id: number
    acquirer_token: string
    brand: string
    first_digits: string
    last_digits: string
    created_at: number
  }
  readonly orders: {
    id: Generated<number>
    number: string
    company_id: number
    public_key: string
    status: string
    version: number
    src: string | null
    ref: string | null
    customer_id: number
    document: string
    placed_at: number
    /** What never changes, written once. */
    details: string
    /** What was learned since. */
    progress: string
  }
  /** Which products an order has items of: one row each, for the filter of lists. */
  readonly order_product: {
    company_id: number
    product_id: number
    placed_at: number
    order_id: number
  }
  /** Finds an order by what the acquirer knows it by, and keeps two attempts of one order from being in flight. */
  readonly order_attempt: {
    key: string
    order_number: string
    in_flight: number
  }
  readonly order_event: {
    order_number: string
    sequence: number
    at: number
    type: string
    body: string
  }
  readonly idempotency: {
    scope: string
    key: string
    fingerprint: string
    order_number: string | null
    status: number | null
    body: string | null
    expires_at: number
    alive_until: number
  }
  /** What is made once and shared by all processes: the fingerprint's key. */
  readonly setting: {
    name: string
    value: string
  }
  readonly job: {
    id: Generated<number>
    kind: string
    name: string
    company_id: number
    line: string | null
    payload: string
    claims: number
    lease: string | null
    due_at: number
    ready_at: number
    stands_behind: number
    died_at: number | null
    reason: string | null
  }
  /** The simulated acquirer's own books. No query of the service touches them. */
  readonly simulated_charge: {
    key: string
    version: number
    body: string
  }
  readonly simulated_card: {
    token: string
    body: string
  }
}
