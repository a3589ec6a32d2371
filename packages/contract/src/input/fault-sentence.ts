/**
 * The sentence of each code. Messages are composed only here.
 *
 * No sentence repeats a sent value: it may be a card number.
 */
import { centavos, centavosMax, decimalNumber } from "@vintem/domain/money"
import { orderRefusalMeaning } from "@vintem/domain/order"
import { linkRefusalMeaning } from "@vintem/domain/payment-link"
import type { FaultCode, FaultReason } from "./fault-code.ts"

/** The rest of a sentence after the field's path. */
export const predicateOf = <Code extends FaultCode>(reason: FaultReason<Code>): string =>
  predicates[reason.code](reason)

const reais = (amount: number): string => amount.toFixed(2)

/** Above every amount. */
const tooMuch = "100000000000.00"
const amountMax = decimalNumber(centavos(centavosMax))

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const types = {
  object: "an object",
  array: "an array",
  string: "a string",
  string_or_integer: "a string or an integer",
}

const predicates: { readonly [Code in FaultCode]: (reason: FaultReason<Code>) => string } = {
  required: () => "field is required.",
  wrong_type: ({ expected }) => `must be ${types[expected]}.`,
  invalid: () => "is invalid.",
  given_twice: () => "may be given only once.",
  unchangeable: () => "may not be changed.",
  does_not_exist: () => "does not exist.",
  unknown_value: ({ allowed }) => `must be one of ${allowed.join(", ")}.`,
  unknown_values: ({ allowed, as }) =>
    as === "list"
      ? `must be a list of one or several of ${allowed.join(", ")}.`
      : `must be one or several of ${allowed.join(", ")}, separated by commas.`,
  not_together: ({ with: other }) => `may not be given together with ${other}.`,
  taken: ({ by }) => `is another ${by}'s.`,
  duplicate: () => "repeats an earlier one.",
  too_few: ({ min, of }) => `must have at least ${counted(min, of)}.`,
  too_many: ({ max, of }) => `may not have more than ${counted(max, of)}.`,

  not_a_boolean: () => "must be true or false.",
  not_an_integer: () => "must be an integer.",
  not_a_number: () => "must be a number.",
  too_many_decimals: () => "may not have more than two decimals.",
  out_of_range: ({ max, min }) => `must be between ${min} and ${max}.`,
  too_small: ({ min }) => `must be at least ${min}.`,
  amount_too_small: ({ min }) => `must be at least ${reais(min)}.`,
  amount_too_large: ({ max }) =>
    max === amountMax ? `must be below ${tooMuch}.` : `may not be more than ${reais(max)}.`,

  too_short: ({ min }) => `must have at least ${counted(min, "character")}.`,
  too_long: ({ max }) => `may not be longer than ${counted(max, "character")}.`,
  length_out_of_range: ({ max, min }) => `must have ${min} to ${counted(max, "character")}.`,
  control_character: () => "may not contain control characters.",
  too_many_marks: ({ max }) => `may not have more than ${max} combining marks in a row.`,

  invalid_email: () => "must be a valid e-mail address.",
  invalid_document: () => "must be a valid CPF or CNPJ.",
  invalid_telephone: () => "must be a Brazilian telephone number with its area code.",
  invalid_postal_code: () => "must be a valid postal code.",
  invalid_region: () => "must be the abbreviation of a Brazilian state.",
  invalid_country: () => "must be a country code of two letters.",
  invalid_date: () => "must be a date as YYYY-MM-DD.",
  invalid_time: () => "must be a date as YYYY-MM-DD or a time as YYYY-MM-DD HH:MM:SS.",
  invalid_color: () => "must be a color as # and 3 or 6 hexadecimal digits.",
  invalid_url: ({ max }) => `must be an http or https URL of at most ${counted(max, "character")}.`,
  url_with_credentials: () => withCredentials,
  invalid_site: () => "must be a site like https://loja.example.com, without a path.",
  invalid_slug: ({ max }) =>
    `must have 1 to ${max} letters without accents, digits, hyphens and underscores, a letter or digit first.`,
  invalid_coupon_code: () => "may have letters, digits and . _ % + - only, and must have a letter or digit.",
  invalid_order_number: () => "must be the number of an order.",
  invalid_column_title: () => "must be the title of a column.",
  invalid_actor: () => "must be user:ID, api_key:ID, administration, command or system.",

  in_the_past: () => "must be today or later, by the date of São Paulo.",
  not_in_the_future: () => "must be in the future.",
  before_earliest: ({ earliest }) => `may not be before ${earliest}.`,
  ends_before_start: () => "may not be before from.",
  clock_too_far: ({ max }) =>
    `would move the clock more than ten years ahead of real time: it may be moved by ${max} seconds more.`,
  period_too_long: ({ max }) => `may not be more than ${max} days before to.`,

  invalid_card_number: () => "must be a valid card number.",
  invalid_card_holder: () => "may only contain letters and spaces.",
  card_holder_without_letters: () => "must contain a letter.",
  invalid_card_expiration: () => "must be a month as MM/YYYY.",
  card_expired: () => "must not be in the past.",
  invalid_security_code: ({ lengths }) => `must have ${lengths.join(" or ")} digits.`,

  no_method: () => "may not be false if the fields of all other methods are.",
  method_not_accepted: () => "is not accepted by this payment link: choose one of its methods.",
  amount_above_method: ({ max, method }) => `may not be ${method} for more than ${reais(max)}.`,
  total_too_small: ({ min, sum }) =>
    ({
      items: `must add up to at least ${reais(min)} after the discount.`,
      order: `must leave a total of at least ${reais(min)}.`,
      renewal: `must be at least ${reais(min)} for a subscription: each renewal charges it.`,
    })[sum],
  total_too_large: ({ sum }) =>
    ({
      items: `may not add up to ${tooMuch} or more.`,
      payment: `may not bring the total to ${tooMuch} or more.`,
      link: `may not bring the amount to ${tooMuch} or more.`,
      batch_entry: `may not reach ${tooMuch} with the amounts added to it.`,
    })[sum],
  total_changed: () => "is no longer this payment's total: nothing was charged. Show the payer the new one.",
  too_many_installments: ({ limited_by }) =>
    ({
      link: "may not be more than the payment link allows.",
      subscription: "may not be more than 1, as the order renews a subscription.",
      total: "may not be more than the number of centavos in the total.",
    })[limited_by],
  installment_too_small: ({ max, min }) => `must be at least ${reais(min)} each: choose at most ${max}.`,
  instrument_open: () =>
    `may not be this one, because ${orderRefusalMeaning.InstrumentOpen}: pay it, or choose another.`,
  cards_stopped: ({ until }) =>
    `may not be credit until ${until}, because too many cards were refused: choose another method, or try a card again then.`,
  coupon_not_usable: ({ because }) =>
    ({ absent: "does not exist.", expired: "has expired.", used_up: usedUp })[because],
  coupon_lapsed: ({ because, coupon }) =>
    `${coupon} ${{ absent: "does not exist any more.", expired: "has expired.", used_up: usedUp }[because]} Ask for a new order without it.`,

  not_allowed_in_status: ({ status, words: { done, instead, what, why } }) =>
    `is ${status} and the ${what} cannot be ${done}, because ${why}. Allowed now: ${instead}.`,
  not_payable: ({ status, words: { instead, why } }) =>
    `is ${status} and the order cannot be paid, because ${why}. ${instead}`,
  link_closed: ({ status }) =>
    `is ${status} and the payment link no longer takes payments. Ask the company for another one.`,
  payment_under_way: ({ status }) =>
    `is ${status} and the payment link cannot be paid, because ${linkRefusalMeaning.PaymentInFlight}. Try again in a moment.`,
  renewal_open: ({ subscription }) =>
    `cannot become canceled, because the order is the open renewal of subscription ${subscription}. Cancel the subscription instead.`,
  batch_expired: ({ expired_at }) => `may not be added: the batch expired on ${expired_at}. Create another batch.`,
  amount_above_refundable: ({ max }) => `may not be more than ${reais(max)}, which is all that is left to refund.`,
  refund_failed: ({ detail }) =>
    `was not made by the acquirer: ${detail === null ? "it did not say why" : `it says ${detail}`}. Nothing moved; you can ask for it again.`,
  report_not_possible: ({ allowed, kind, standing }) =>
    `${kind} is not possible while ${standing === null ? "there is no charge" : `the charge is ${standing}`}. Possible now: ${allowed.join(", ") || "nothing"}.`,
  not_erasable: ({ because, ...left }) =>
    ({
      subscriptions_run: `cannot be erased while a subscription runs. Cancel first: ${listed(left)}.`,
      orders_open:
        "cannot be erased while money may move. Cancel these orders first, or wait until they are paid or expired, refunded, or their " +
        `dispute is over: ${listed(left)}.`,
      batches_unfinished: `cannot be erased while links of a batch are being made. Wait for these batches, or cancel them: ${listed(left)}.`,
    })[because],
  product_in_use: ({ checkout }) =>
    `is sold by the checkout ${checkout}: delete the checkout first, or change its product.`,

  invalid_fee_brackets: ({ max }) => `must ascend by up_to, and end with up_to ${max}.`,
  scopes_above_own: ({ scopes }) => `may not include ${scopes.join(", ")}: you do not have them yourself.`,
  too_many_keys: ({ max }) => `may not be more than ${max}: revoke one that you do not use.`,
  webhook_off: ({ because }) =>
    ({
      not_configured: "is not configured: configure it first.",
      disabled: "is disabled: enable it first.",
      customer_erased: "has no content any more: its customer's data was erased.",
    })[because],
  webhook_address_refused: ({ because, detail }) =>
    ({
      not_a_url: "must be an http or https URL.",
      scheme: "must begin with https://.",
      credentials: withCredentials,
      port: "must use the port 443 or 8443.",
      address: `may not lead to ${detail}.`,
      name_not_found: "names a host that was not found.",
    })[because],

  idempotency_key_reused: () => "was used for another request.",
  holds_card_number: () => "may not contain a card number, because it is stored.",

  membership_refused: ({ words: { why } }) => `is not possible, because ${why}.`,
  wrong_credentials: () => "is wrong, or no user has this e-mail.",
  wrong_password: () => "is wrong.",
  wrong_code: () => "is wrong, or was used before.",
  ticket_worthless: () => "has expired or was used: enter e-mail and password again.",
  token_worthless: () => "has expired, was used, or does not exist: ask for another link.",
  sign_in_first: () => "is for an e-mail that has an account: sign in with it first.",
  for_somebody_else: () => "is for another e-mail than yours: sign out first.",
  second_factor_on: () => "is already on: turn it off first.",
  second_factor_off: () => "is not on.",
  password_unreadable: () => "has a character that no keyboard types.",
  password_repeats: ({ min }) => `must have at least ${min} different characters.`,
  password_names_owner: () => "is too similar to the e-mail.",
}

const withCredentials = "may not contain a user or a password."
const usedUp = "has reached its limit of uses."

/** The first of several names, and how many more there are. */
const listed = ({ count, names }: { readonly count: number; readonly names: ReadonlyArray<string> }): string =>
  count > names.length ? `${names.join(", ")} and ${count - names.length} more` : names.join(", ")
