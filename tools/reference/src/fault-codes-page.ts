/** The codes of faults: their fields, their sentences, and where they occur. */
import { FaultCode, type FaultReason, fault, faultFields, messageOf } from "@vintem/contract"
import { PaymentMethod } from "@vintem/domain/method"
import { code, markdownTable } from "./markdown.ts"
import type { ReferencePage } from "./page.ts"

export const faultCodesPage = (): ReferencePage => ({
  name: "fault-codes.md",
  title: "Codes of faults",
  about: "What a 422 says for programs: each code with its fields, an example of its sentence, and where it is told.",
  body: `A 422 has \`response.codes\` beside \`response.errors\`: the same paths, and for each sentence an object with its code and the
code's fields, in the same order. A code never changes and is never used for something else; its sentence may be mended. There may be new
codes: take one that you do not know for \`invalid\`. Amounts are reais, dates and times are those of America/Sao_Paulo.

${markdownTable(
  ["code", "fields", "an example of its sentence", "where"],
  FaultCode.literals.map((name) => {
    const { example, path, where } = told[name]
    return [code(name), Object.keys(faultFields[name]).map(code).join(", "), messageOf(fault(path, example)), where]
  }),
)}
\`because\` of \`not_allowed_in_status\` and \`not_payable\` is the refusal of the machine in lower case: see the refusals of an
[order](order.md), a [payment link](payment-link.md), a [batch](batch.md) and a
[subscription](subscription.md).
`,
})

interface Shown<Code extends FaultCode> {
  readonly path: string
  readonly where: string
  readonly example: FaultReason<Code>
}

const ofStatus = "changes of an order, a payment link, a batch or a subscription"
const ofLists = "lists"
const ofPayers = "payments by payers"
const ofDoor = "signing in at the panel"

const told: { readonly [Code in FaultCode]: Shown<Code> } = {
  required: { path: "customer.email", where: "any field that is required", example: { code: "required" } },
  wrong_type: { path: "address", where: "any field", example: { code: "wrong_type", expected: "object" } },
  invalid: { path: "page", where: "queries", example: { code: "invalid" } },
  given_twice: { path: "page", where: "queries", example: { code: "given_twice" } },
  unchangeable: { path: "slug", where: "changes of a checkout or a coupon", example: { code: "unchangeable" } },
  does_not_exist: {
    path: "customer.id",
    where: "fields that name something of the company",
    example: { code: "does_not_exist" },
  },
  unknown_value: {
    path: "payment.method",
    where: "fields with a few values",
    example: { code: "unknown_value", allowed: [...PaymentMethod.literals] },
  },
  unknown_values: {
    path: "status",
    where: "lists of orders, webhooks sent again",
    example: { code: "unknown_values", allowed: ["paid", "unpaid"], as: "text" },
  },
  not_together: { path: "amount", where: "coupons", example: { code: "not_together", with: "percent" } },
  taken: { path: "slug", where: "checkouts and coupons", example: { code: "taken", by: "checkout" } },
  duplicate: { path: "reminders.1", where: "reminder rules", example: { code: "duplicate" } },
  too_few: { path: "items", where: ofLists, example: { code: "too_few", min: 1, of: "item" } },
  too_many: { path: "items", where: ofLists, example: { code: "too_many", max: 100, of: "item" } },
  not_a_boolean: { path: "long_tail", where: "booleans", example: { code: "not_a_boolean" } },
  not_an_integer: { path: "items.0.quantity", where: "integers", example: { code: "not_an_integer" } },
  not_a_number: { path: "items.0.unit_price", where: "amounts and percentages", example: { code: "not_a_number" } },
  too_many_decimals: {
    path: "items.0.unit_price",
    where: "amounts and percentages",
    example: { code: "too_many_decimals" },
  },
  out_of_range: {
    path: "items.0.quantity",
    where: "integers and percentages",
    example: { code: "out_of_range", min: 1, max: 999_999 },
  },
  too_small: { path: "page", where: "pages of lists", example: { code: "too_small", min: 1 } },
  amount_too_small: { path: "items.0.unit_price", where: "amounts", example: { code: "amount_too_small", min: 0 } },
  amount_too_large: { path: "fees.pix.fixed", where: "amounts", example: { code: "amount_too_large", max: 1_000_000 } },
  too_short: { path: "customer.fullname", where: "texts", example: { code: "too_short", min: 2 } },
  too_long: { path: "customer.fullname", where: "texts", example: { code: "too_long", max: 140 } },
  length_out_of_range: {
    path: "Idempotency-Key",
    where: "the header",
    example: { code: "length_out_of_range", min: 1, max: 255 },
  },
  control_character: { path: "items.0.title", where: "texts", example: { code: "control_character" } },
  too_many_marks: { path: "items.0.title", where: "texts", example: { code: "too_many_marks", max: 30 } },
  invalid_email: { path: "customer.email", where: "e-mail addresses", example: { code: "invalid_email" } },
  invalid_document: { path: "customer.taxvat", where: "CPF and CNPJ", example: { code: "invalid_document" } },
  invalid_telephone: { path: "customer.telephone", where: "telephones", example: { code: "invalid_telephone" } },
  invalid_postal_code: { path: "address.postcode", where: "postal codes", example: { code: "invalid_postal_code" } },
  invalid_region: { path: "address.region", where: "addresses", example: { code: "invalid_region" } },
  invalid_country: { path: "address.country", where: "addresses", example: { code: "invalid_country" } },
  invalid_date: { path: "from", where: "dates", example: { code: "invalid_date" } },
  invalid_time: { path: "expires_at", where: "ends and beginnings", example: { code: "invalid_time" } },
  invalid_color: { path: "bg_color", where: "colors of pages", example: { code: "invalid_color" } },
  invalid_url: { path: "url", where: "URLs", example: { code: "invalid_url", max: 2_048 } },
  url_with_credentials: { path: "redirect_after_success", where: "URLs", example: { code: "url_with_credentials" } },
  invalid_site: { path: "pages.site", where: "settings of pages", example: { code: "invalid_site" } },
  invalid_slug: { path: "slug", where: "checkouts", example: { code: "invalid_slug", max: 100 } },
  invalid_coupon_code: { path: "code", where: "coupons", example: { code: "invalid_coupon_code" } },
  invalid_order_number: {
    path: "order_number",
    where: "the list of webhooks",
    example: { code: "invalid_order_number" },
  },
  invalid_actor: { path: "actor", where: "the audit log", example: { code: "invalid_actor" } },
  in_the_past: { path: "expired_at", where: "payment links and batches", example: { code: "in_the_past" } },
  not_in_the_future: { path: "expires_at", where: "API keys", example: { code: "not_in_the_future" } },
  before_earliest: { path: "to", where: "the overview", example: { code: "before_earliest", earliest: "2000-01-01" } },
  ends_before_start: { path: "to", where: "the overview, webhooks sent again", example: { code: "ends_before_start" } },
  period_too_long: { path: "from", where: "the overview", example: { code: "period_too_long", max: 366 } },
  invalid_card_number: { path: "payment.card.number", where: "cards", example: { code: "invalid_card_number" } },
  invalid_card_holder: { path: "payment.card.holder", where: "cards", example: { code: "invalid_card_holder" } },
  card_holder_without_letters: {
    path: "payment.card.holder",
    where: "cards",
    example: { code: "card_holder_without_letters" },
  },
  invalid_card_expiration: {
    path: "payment.card.expiration",
    where: "cards",
    example: { code: "invalid_card_expiration" },
  },
  card_expired: { path: "payment.card.expiration", where: "cards", example: { code: "card_expired" } },
  invalid_security_code: {
    path: "payment.card.security",
    where: "cards",
    example: { code: "invalid_security_code", lengths: [3, 4] },
  },
  no_method: { path: "enable_pix", where: "payment links and batches", example: { code: "no_method" } },
  method_not_accepted: { path: "payment.method", where: ofPayers, example: { code: "method_not_accepted" } },
  amount_above_method: {
    path: "payment.method",
    where: "payments",
    example: { code: "amount_above_method", method: "bank_slip", max: 99_999_999.99 },
  },
  total_too_small: { path: "items", where: "orders", example: { code: "total_too_small", sum: "order", min: 0.01 } },
  total_too_large: {
    path: "items",
    where: "orders, payment links and batches",
    example: { code: "total_too_large", sum: "items", max: 99_999_999_999.99 },
  },
  total_changed: { path: "total", where: ofPayers, example: { code: "total_changed" } },
  too_many_installments: {
    path: "payment.installments",
    where: "payments",
    example: { code: "too_many_installments", limited_by: "link" },
  },
  installment_too_small: {
    path: "payment.installments",
    where: "payments",
    example: { code: "installment_too_small", min: 50, max: 3 },
  },
  instrument_open: { path: "payment.method", where: ofPayers, example: { code: "instrument_open" } },
  cards_stopped: {
    path: "payment.method",
    where: ofPayers,
    example: { code: "cards_stopped", until: "2026-11-21 12:30:00" },
  },
  coupon_not_usable: {
    path: "coupon_code",
    where: "orders on a checkout",
    example: { code: "coupon_not_usable", because: "expired" },
  },
  coupon_lapsed: {
    path: "coupon_code",
    where: "payments of an order by its payer",
    example: { code: "coupon_lapsed", because: "used_up", coupon: "NATAL10" },
  },
  not_allowed_in_status: {
    path: "status",
    where: ofStatus,
    example: {
      code: "not_allowed_in_status",
      status: "unpaid",
      because: "not_paid",
      allowed: ["pay", "cancel"],
      words: {
        what: "order",
        done: "refunded",
        why: "nothing was received, so there is nothing to complete, contest or refund",
        instead: "pay, cancel",
      },
    },
  },
  not_payable: {
    path: "status",
    where: "payments of an order by its payer",
    example: {
      code: "not_payable",
      status: "paid",
      because: "already_paid",
      words: { why: "it has been paid", instead: "Nothing is left to pay." },
    },
  },
  link_closed: { path: "status", where: ofPayers, example: { code: "link_closed", status: "paid" } },
  payment_under_way: { path: "status", where: ofPayers, example: { code: "payment_under_way", status: "open" } },
  renewal_open: {
    path: "status",
    where: "canceling an order",
    example: { code: "renewal_open", subscription: "0e2b8a3c-93f1-4c4b-8a39-7f6f2f6f1a54" },
  },
  batch_expired: {
    path: "customers",
    where: "customers added to a batch",
    example: { code: "batch_expired", expired_at: "2026-11-20" },
  },
  amount_above_refundable: {
    path: "amount",
    where: "refunds",
    example: { code: "amount_above_refundable", max: 59.9 },
  },
  refund_failed: {
    path: "refund",
    where: "refunds",
    example: { code: "refund_failed", detail: "insufficient_balance" },
  },
  report_not_possible: {
    path: "kind",
    where: "the sandbox",
    example: { code: "report_not_possible", kind: "chargeback", standing: "refused", allowed: [] },
  },
  not_erasable: {
    path: "customer",
    where: "erasing a customer",
    example: { code: "not_erasable", because: "orders_open", count: 3, names: ["7K3M9Q2X5R8T", "8L4N0R3Y6S9V"] },
  },
  product_in_use: {
    path: "product",
    where: "deleting a product",
    example: { code: "product_in_use", checkout: "curso-de-violao" },
  },
  invalid_fee_brackets: {
    path: "fees.credit",
    where: "fees of a company",
    example: { code: "invalid_fee_brackets", max: 12 },
  },
  scopes_above_own: {
    path: "scopes",
    where: "API keys",
    example: { code: "scopes_above_own", scopes: ["orders:refund"] },
  },
  too_many_keys: { path: "api_keys", where: "API keys", example: { code: "too_many_keys", max: 50 } },
  webhook_off: {
    path: "webhook",
    where: "webhooks sent again, the test event",
    example: { code: "webhook_off", because: "disabled" },
  },
  webhook_address_refused: {
    path: "url",
    where: "the webhook",
    example: { code: "webhook_address_refused", because: "address", detail: "loopback" },
  },
  idempotency_key_reused: { path: "Idempotency-Key", where: "the header", example: { code: "idempotency_key_reused" } },
  holds_card_number: { path: "Idempotency-Key", where: "the header", example: { code: "holds_card_number" } },
  membership_refused: {
    path: "role",
    where: "people at the panel",
    example: {
      code: "membership_refused",
      because: "last_head",
      words: { why: "a company keeps an owner, and the platform an operator" },
    },
  },
  clock_too_far: {
    path: "seconds",
    where: "the sandbox's clock",
    example: { code: "clock_too_far", max: 86_400 },
  },
  invalid_column_title: {
    path: "columns.0.name",
    where: "the columns of a sheet",
    example: { code: "invalid_column_title" },
  },
  wrong_credentials: { path: "password", where: ofDoor, example: { code: "wrong_credentials" } },
  wrong_password: { path: "password", where: ofDoor, example: { code: "wrong_password" } },
  wrong_code: { path: "code", where: ofDoor, example: { code: "wrong_code" } },
  ticket_worthless: { path: "ticket", where: ofDoor, example: { code: "ticket_worthless" } },
  token_worthless: { path: "token", where: "links of invitations and resets", example: { code: "token_worthless" } },
  sign_in_first: { path: "token", where: "invitations", example: { code: "sign_in_first" } },
  for_somebody_else: { path: "token", where: "invitations", example: { code: "for_somebody_else" } },
  second_factor_on: { path: "second_factor", where: "the second factor", example: { code: "second_factor_on" } },
  second_factor_off: { path: "second_factor", where: "the second factor", example: { code: "second_factor_off" } },
  password_unreadable: { path: "password", where: "passwords", example: { code: "password_unreadable" } },
  password_repeats: { path: "password", where: "passwords", example: { code: "password_repeats", min: 8 } },
  password_names_owner: { path: "password", where: "passwords", example: { code: "password_names_owner" } },
}
