/**
 * The tables, as Kysely knows them. Amounts are centavos, instants epoch milliseconds, truth values 0 or 1; JSON is only ever read
 * whole, never searched.
 */
import type { Generated } from "kysely"

export interface Tables {
  readonly company: {
    id: Generated<number>
    code: string
    name: string
    document: string | null
    city: string
    logo_url: string | null
    under_moderation: number
    block_cloud: number | null
    fees: string
    minimum_installment: number | null
    pages: string
    created_at: number
  }
  readonly api_key: {
    id: Generated<number>
    company_id: number
    name: string
    hash: string
    last_digits: string
    /** JSON. */
    scopes: string
    expires_at: number | null
    last_used_at: number | null
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
    /** What the address is found by, however it is written. */
    email_key: string
    telephone: string
    created_at: number
  }
  /** Which customer was erased, and when last: only the number, no personal data. */
  readonly erasure: {
    company_id: number
    customer_id: number
    at: number
  }
  /** Whose erasure has begun and has not ended. */
  readonly erasure_begun: {
    company_id: number
    customer_id: number
    /** When it was asked for. */
    at: number
    /** The last order that was erased, by its id: the later ones are still to be erased. */
    orders_after: number
    /** JSON: `ErasedCounts`. */
    counts: string
  }
  /** Other values that identify the person's data while it is erased. Deleted at the end of the erasure. */
  readonly erasure_clue: {
    company_id: number
    customer_id: number
    kind: string
    value: string
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
    /** The facts learned later. */
    progress: string
    /** What it counts for in the figures of its day: JSON, an array of [kind, method, reason, count, amount]. */
    figures: string
    /** When the order last changed: of its progress, for the list of what changed in a period. */
    updated_at: number
  }
  /** Which products an order has items of: one row each, for the filter of lists. */
  readonly order_product: {
    company_id: number
    product_id: number
    placed_at: number
    order_id: number
  }
  /** How many orders a company has of a day and status; see order-total.ts. */
  readonly order_count: {
    company_id: number
    status: string
    day: number
    count: number
  }
  /** The figures of a company's orders, added up by day; see order-figures.ts. */
  readonly order_figure: {
    company_id: number
    kind: string
    day: number
    method: string
    reason: string
    count: number
    amount: number
  }
  /**
   * Finds an order by its keys at the acquirer, and prevents two attempts of one order from being in flight together.
   */
  readonly order_attempt: {
    company_id: number
    key: string
    order_number: string
    in_flight: number
    /**
     * When it began, for an attempt that only the process that asks the acquirer knows of; null once it was reported, or a job asks about
     * it.
     */
    unanswered_since: number | null
  }
  readonly order_event: {
    company_id: number
    order_number: string
    sequence: number
    at: number
    type: string
    body: string
  }
  /** What was asked of institutions, see charge-books.ts. */
  readonly booked_charge: {
    company_id: number
    key: string
    /** JSON: `BookedCharge`. Null if the key was voided before. */
    charge: string | null
    /** JSON: `ChargeAnswer`. */
    answer: string | null
    is_voided: number
  }
  readonly booked_refund: {
    company_id: number
    charge_key: string
    key: string
    amount: number
    /** JSON: `RefundAnswer`. */
    answer: string | null
    is_final: number
  }
  readonly idempotency: {
    /** 0 on the platform. */
    company_id: number
    scope: string
    key: string
    fingerprint: string
    order_number: string | null
    status: number | null
    body: string | null
    expires_at: number
    alive_until: number
  }
  /**
   * What all processes share: the check of the secret key, the sandbox's clock, a copy's progress. No secret: it would be stored with the
   * data it protects.
   */
  readonly setting: {
    name: string
    value: string
  }
  /** The last write that each process tried, see tried-write.ts. */
  readonly tried_write: {
    id: string
    at: number
    /** Random text: it takes up space. */
    filling: string
  }
  /** Attempts of payers to pay by card, for as long as refused ones are counted; see card-attempts.ts. */
  readonly card_attempt: {
    key: string
    /** Keyed hash of the network of the payer's address. */
    visitor: string
    link_slug: string | null
    at: number
    /** 1 if it is in flight or was refused. */
    is_counted: number
    is_refused: number
  }
  /** Stopped card payments, counted by their order or link and by the cap that stopped them. */
  readonly card_stop: {
    subject: string
    cap: string
    times: number
    first_at: number
    last_at: number
  }
  readonly rate_window: {
    key: string
    reset_at: number
    taken: number
    is_allowed: number
  }
  readonly job: {
    id: Generated<number>
    queue: string
    kind: string
    name: string
    company_id: number
    ordering_key: string | null
    payload: string
    claims: number
    lease: string | null
    due_at: number
    ready_at: number
    is_blocked: number
    died_at: number | null
    reason: string | null
  }
  readonly product: {
    id: Generated<number>
    company_id: number
    sku: string
    title: string
    unit_price: number
    price_cost: number | null
    created_at: number
  }
  readonly checkout: {
    id: Generated<number>
    company_id: number
    slug: string
    title: string
    product_id: number
    quantity: number
    recurrence: string | null
    redirect_after_success: string | null
    created_at: number
  }
  readonly coupon: {
    id: Generated<number>
    company_id: number
    code: string
    /** What the code is found by, however it is typed. */
    code_key: string
    percent: number | null
    amount: number | null
    expires_at: number | null
    max_uses: number | null
    /** How many rows of `coupon_use` count for it. */
    uses: number
    created_at: number
    /** Uses from before `max_uses` was lowered; 0 if it never was. They are not a breach. */
    kept_uses: number
  }
  readonly coupon_use: {
    company_id: number
    order_number: string
    coupon_id: number
    is_counted: number
  }
  readonly reminder_rule: {
    id: Generated<number>
    token: string
    company_id: number
    name: string
    reminders: string
    created_at: number
  }
  /** JSON of what the columns of a company's sheets hold. */
  readonly sheet_mapping: {
    company_id: number
    mappings: string
  }
  readonly webhook_endpoint: {
    company_id: number
    url: string
    has_long_tail: number
    is_enabled: number
    secret: string
    retired: string
    configured_at: number
    failures_in_row: number
    /** JSON of when and why it was disabled; null if it was not. */
    disabled: string | null
    /** JSON: the list of the kinds of events that are sent. */
    events: string
  }
  /** A notification, and how far its delivery has come. */
  readonly webhook_delivery: {
    id: Generated<number>
    company_id: number
    order_number: string
    sequence: number
    kind: string
    occurred_at: number
    state: string
    attempts: string
    tries: number
    next_attempt_at: number | null
    ended_at: number | null
  }
  /** The content of a notification, which never changes; deleted with it. */
  readonly webhook_body: {
    company_id: number
    delivery_id: number
    body: string
  }
  /** The last number in an order's sequence that a notification got, even if that notification was deleted since. */
  readonly webhook_sequence: {
    company_id: number
    order_number: string
    last: number
  }
  readonly batch: {
    id: Generated<number>
    token: string
    company_id: number
    version: number
    /** What never changes, written once. */
    details: string
    progress: string
  }
  readonly batch_event: {
    company_id: number
    batch_token: string
    sequence: number
    at: number
    type: string
    body: string
  }
  /** A customer on the list of a batch. */
  readonly batch_item: {
    company_id: number
    batch_token: string
    position: number
    entry: string
    failure: string | null
  }
  readonly payment_link: {
    id: Generated<number>
    slug: string
    company_id: number
    batch_token: string | null
    batch_position: number | null
    created_at: number
    version: number
    removed_at: number | null
    terms: string
    /** What became of its payments. */
    progress: string
    /** Copied from the terms, to find links that are due for a reminder. */
    rule_token: string | null
    expired_at: string | null
  }
  readonly payment_link_event: {
    company_id: number
    link_id: number
    sequence: number
    at: number
    type: string
    body: string
  }
  /**
   * How long a company's list is; see list-count.ts. If sums are spread over shards, this and the other tables of sums
   * have that column, too.
   */
  readonly list_count: {
    company_id: number
    list: string
    count: number
  }
  readonly subscription: {
    id: Generated<number>
    token: string
    company_id: number
    version: number
    status: string
    checkout_slug: string
    /** What the subscriber's address is found by, however it is written. */
    email_key: string
    next_charge: string | null
    first_order: string
    /** What never changes, written once. */
    details: string
    progress: string
    created_at: number
  }
  readonly subscription_event: {
    company_id: number
    subscription_id: number
    sequence: number
    at: number
    type: string
    body: string
  }
  /** Which order charges which period: no period has two, and no order charges two. */
  readonly renewal: {
    company_id: number
    subscription_id: number
    period: number
    order_number: string
  }
  /** How many subscriptions a company has of a checkout and status; see subscription-list.ts. */
  readonly subscription_count: {
    company_id: number
    checkout_slug: string
    status: string
    count: number
  }
  /** Who was reminded: one row a message that was sent, or is being sent. */
  readonly reminder: {
    company_id: number
    link_slug: string
    rule_token: string
    day: string
    /** The cap that kept it from being sent; null if none did. */
    held_back_by: string | null
  }
  /** How many messages were sent, by recipient, kind, cap and day; see mail-counts.ts. */
  readonly mail_count: {
    /** Keyed hash. */
    recipient: string
    kind: string
    cap: string
    day: string
    sent: number
  }
  /** Who signs in to work here. */
  readonly users: {
    id: Generated<number>
    email: string
    /** The address in the form that searches use, however it was typed. */
    email_key: string
    name: string
    language: string
    /** Argon2id; null if none was chosen yet. */
    password: string | null
    /** JSON; null if a password is enough. */
    second_factor: string | null
    generation: number
    created_at: number
  }
  readonly membership: {
    id: Generated<number>
    user_id: number
    /** Null on the platform. */
    company_id: number | null
    role: string
    since: number
  }
  readonly user_session: {
    id: Generated<number>
    user_id: number
    hash: string
    previous: string | null
    previous_until: number | null
    address: string | null
    agent: string
    created_at: number
    seen_at: number
    rotated_at: number
    /** Null if the password was not given in the session. */
    proved_at: number | null
    expires_at: number
  }
  /** Invitations, resets of passwords, and sign-ins that wait for a second factor. */
  readonly access_ticket: {
    id: Generated<number>
    hash: string
    subject: string
    /** Only for invitations. */
    realm: string | null
    purpose: string
    created_at: number
    expires_at: number
  }
  /** Guesses, by the hash of what was guessed. */
  readonly guess: {
    key: string
    count: number
    last_at: number
    wait_until: number
  }
  /** Who changed what. Rows are only ever added; triggers see to that. */
  readonly trail_entry: {
    id: Generated<number>
    /** Whose log it is: 0 on the platform. */
    company_id: number
    sequence: number
    at: number
    /** What entries of one actor are found by. */
    actor: string
    action: string
    subject: string
    body: string
  }
  /** How many entries each log has: gives the next its number. */
  readonly trail_length: {
    company_id: number
    length: number
  }
}
