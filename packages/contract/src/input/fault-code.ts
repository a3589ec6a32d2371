/**
 * The codes of faults, with the fields of each. A code never changes; its sentence may.
 *
 * @see docs/decisions/wire.md#0324
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const texts = Schema.Array(Schema.String)
const lists = Schema.Literals(["item", "customer", "scope", "column"])
const whyNoCoupon = Schema.Literals(["absent", "expired", "used_up"])

/** The fields of each code. A name means the same in all codes: see `FaultDetail`. */
export const faultFields = {
  // Any field
  required: {},
  wrong_type: { expected: Schema.Literals(["object", "array", "string", "string_or_integer"]) },
  invalid: {},
  given_twice: {},
  unchangeable: {},
  does_not_exist: {},
  unknown_value: { allowed: texts },
  unknown_values: { allowed: texts, as: Schema.Literals(["list", "text"]) },
  not_together: { with: Schema.String },
  taken: { by: Schema.Literals(["checkout", "coupon"]) },
  duplicate: {},
  too_few: { min: Schema.Int, of: lists },
  too_many: { max: Schema.Int, of: lists },

  // Numbers
  not_a_boolean: {},
  not_an_integer: {},
  not_a_number: {},
  too_many_decimals: {},
  out_of_range: { min: Schema.Finite, max: Schema.Finite },
  too_small: { min: Schema.Int },
  amount_too_small: { min: Schema.Finite },
  amount_too_large: { max: Schema.Finite },

  // Texts
  too_short: { min: Schema.Int },
  too_long: { max: Schema.Int },
  length_out_of_range: { min: Schema.Int, max: Schema.Int },
  control_character: {},
  too_many_marks: { max: Schema.Int },

  // Texts with a format
  invalid_email: {},
  invalid_document: {},
  invalid_telephone: {},
  invalid_postal_code: {},
  invalid_region: {},
  invalid_country: {},
  invalid_date: {},
  invalid_time: {},
  invalid_color: {},
  invalid_url: { max: Schema.Int },
  url_with_credentials: {},
  invalid_site: {},
  invalid_slug: { max: Schema.Int },
  invalid_coupon_code: {},
  invalid_order_number: {},
  invalid_actor: {},
  invalid_column_title: {},

  // Days
  in_the_past: {},
  not_in_the_future: {},
  before_earliest: { earliest: Schema.String },
  ends_before_start: {},
  clock_too_far: { max: Schema.Int },
  period_too_long: { max: Schema.Int },

  // Cards
  invalid_card_number: {},
  invalid_card_holder: {},
  card_holder_without_letters: {},
  invalid_card_expiration: {},
  card_expired: {},
  invalid_security_code: { lengths: Schema.Array(Schema.Int) },

  // Payments
  no_method: {},
  method_not_accepted: {},
  amount_above_method: { method: Schema.String, max: Schema.Finite },
  total_too_small: { sum: Schema.Literals(["items", "order", "renewal"]), min: Schema.Finite },
  total_too_large: { sum: Schema.Literals(["items", "payment", "link", "batch_entry"]), max: Schema.Finite },
  total_changed: {},
  too_many_installments: { limited_by: Schema.Literals(["link", "subscription", "total"]) },
  installment_too_small: { min: Schema.Finite, max: Schema.Int },
  instrument_open: {},
  cards_stopped: { until: Schema.String },
  coupon_not_usable: { because: whyNoCoupon },
  coupon_lapsed: { because: whyNoCoupon, coupon: Schema.String },

  // Conflicts with the current state
  not_allowed_in_status: { status: Schema.String, because: Schema.String, allowed: texts },
  not_payable: { status: Schema.String, because: Schema.String },
  link_closed: { status: Schema.String },
  payment_under_way: { status: Schema.String },
  renewal_open: { subscription: Schema.String },
  batch_expired: { expired_at: Schema.String },
  amount_above_refundable: { max: Schema.Finite },
  refund_failed: { detail: Schema.NullOr(Schema.String) },
  report_not_possible: { kind: Schema.String, standing: Schema.NullOr(Schema.String), allowed: texts },
  not_erasable: {
    because: Schema.Literals(["subscriptions_run", "orders_open", "batches_unfinished"]),
    count: Schema.Int,
    names: texts,
  },
  product_in_use: { checkout: Schema.String },

  // Settings
  invalid_fee_brackets: { max: Schema.Int },
  scopes_above_own: { scopes: texts },
  too_many_keys: { max: Schema.Int },
  webhook_off: { because: Schema.Literals(["not_configured", "disabled", "customer_erased"]) },
  webhook_address_refused: {
    because: Schema.Literals(["not_a_url", "scheme", "credentials", "port", "address", "name_not_found"]),
    detail: Schema.NullOr(Schema.String),
  },

  // Idempotency keys
  idempotency_key_reused: {},
  holds_card_number: {},

  // People
  membership_refused: { because: Schema.String },
  wrong_credentials: {},
  wrong_password: {},
  wrong_code: {},
  ticket_worthless: {},
  token_worthless: {},
  sign_in_first: {},
  for_somebody_else: {},
  second_factor_on: {},
  second_factor_off: {},
  password_unreadable: {},
  password_repeats: { min: Schema.Int },
  password_names_owner: {},
} as const satisfies Readonly<Record<string, Schema.Struct.Fields>>

type FaultFields = typeof faultFields

/** The code of a fault. */
export const FaultCode = Schema.Literals(Struct.keys(faultFields))
export type FaultCode = keyof FaultFields

/** Words of a sentence besides the code's fields. They are never sent separately. */
interface Completed {
  readonly not_allowed_in_status: {
    readonly words: {
      /** The subject of the command. */
      readonly what: string
      /** The state after the command. */
      readonly done: string
      /** Completes "…, because". */
      readonly why: string
      /** The commands that are possible instead. */
      readonly instead: string
    }
  }
  readonly not_payable: { readonly words: { readonly why: string; readonly instead: string } }
  readonly membership_refused: { readonly words: { readonly why: string } }
}

type ValueOf<Field> = Field extends { readonly Type: infer A } ? A : never

/** The fault of a field: its code, and everything in its sentence. */
export type FaultReason<Code extends FaultCode = FaultCode> = {
  readonly [One in Code]: { readonly code: One } & {
    readonly [Name in keyof FaultFields[One]]: ValueOf<FaultFields[One][Name]>
  } & (One extends keyof Completed ? Completed[One] : unknown)
}[Code]

/** A refusal's name on the wire: `AlreadyPaid` is `already_paid`. */
export const wireName = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z])[A-Z]/gu, "_$&")
    .replaceAll(" ", "_")
    .toLowerCase()

const told = <S extends Schema.Top>(field: S, description: string) =>
  Schema.optionalKey(field.annotate({ description }))

/** A reason on the wire: the code, and the fields that the code has. */
export const FaultDetail = Schema.Struct({
  // A service that was upgraded since may have other codes.
  code: FaultCode.pipe(Schema.catchDecoding(() => Effect.succeedSome("invalid"))),
  min: told(Schema.Finite, "The minimum: a number, reais, characters or entries."),
  max: told(Schema.Finite, "The maximum: a number, reais, characters, entries or installments."),
  expected: told(Schema.String, "The expected type."),
  allowed: told(texts, "The accepted values, or the commands possible now."),
  as: told(Schema.String, "How to write several values: as a list, or in a text with commas."),
  with: told(Schema.String, "The other field."),
  by: told(Schema.String, "What already has this name."),
  of: told(Schema.String, "What is too few or too many."),
  lengths: told(Schema.Array(Schema.Int), "The allowed numbers of digits."),
  earliest: told(Schema.String, "The earliest accepted date."),
  method: told(Schema.String, "The method of payment."),
  sum: told(Schema.String, "The sum that is too small or too large."),
  limited_by: told(Schema.String, "What limits the installments."),
  until: told(Schema.String, "When it is possible again: `YYYY-MM-DD HH:MM:SS` in America/Sao_Paulo."),
  because: told(Schema.String, "The reason, as a code."),
  coupon: told(Schema.String, "The coupon's code."),
  status: told(Schema.String, "As the API spells it."),
  subscription: told(Schema.String, "Its token."),
  expired_at: told(Schema.String, "The last day, `YYYY-MM-DD`."),
  detail: told(Schema.NullOr(Schema.String), "More detail; null if there is none."),
  kind: told(Schema.String, "The event to report."),
  standing: told(Schema.NullOr(Schema.String), "The charge's state; null if there is none."),
  count: told(Schema.Int, "The number of them."),
  names: told(texts, "The first of them."),
  checkout: told(Schema.String, "Its slug."),
  scopes: told(texts, "The scopes that may not be given."),
}).annotate({
  identifier: "FaultCode",
  description:
    "A fault, for programs: a code that never changes, and the figures in its sentence. Each code has some of the fields.",
  examples: [{ code: "invalid_email" }, { code: "out_of_range", min: 1, max: 999_999 }],
})
export type FaultDetail = typeof FaultDetail.Type
