/**
 * Checkouts in the administration: the requests and the views.
 */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import {
  type Checkout,
  type CheckoutDetails,
  CheckoutSlug,
  checkoutSlugMax,
  cyclesMax,
  ProductId,
  quantityMax,
  type Recurrence,
  RecurrenceUnit,
  recurrenceCountMax,
} from "@vintem/domain/catalogue"
import { trimCode } from "@vintem/domain/text"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { choice } from "../input/choice.ts"
import {
  andThen,
  clearable,
  codec,
  described,
  isBlank,
  isObject,
  object,
  optional,
  orNull,
  type Read,
  type Refused,
  readable,
  refused,
  refusedAs,
  required,
  value,
  withDefault,
} from "../input/codec.ts"
import { fault } from "../input/fault.ts"
import type { FaultReason } from "../input/fault-code.ts"
import { IntegerInput, integer, integerOf, notAnInteger } from "../input/integer.ts"
import { ofString, text, textRead } from "../input/text.ts"
import { urlWithoutCredentials } from "../input/url.ts"
import { itemLimits } from "../order/item-input.ts"
import { TimestampView } from "../order/timestamp-view.ts"
import { RecurrenceView } from "../recurrence-view.ts"

const isSlug = Schema.is(CheckoutSlug)
const isProductId = Schema.is(ProductId)

const notASlug = refusedAs({ code: "invalid_slug", max: checkoutSlugMax })
const slug = textRead(
  ofString((input): Result.Result<CheckoutSlug, FaultReason> => {
    const name = trimCode(input)
    return isSlug(name) ? Result.succeed(name) : notASlug
  }),
)

const unknownProduct = refusedAs({ code: "does_not_exist" })

/** An integer that cannot be a product's id counts as an unknown product. */
const readProductId: Read<ProductId> = (input) => {
  const id = integerOf(input)
  if (id === undefined) return notAnInteger
  return isProductId(id) ? Result.succeed(id) : unknownProduct
}

const recurrence = andThen(
  object({
    every: required(choice(RecurrenceUnit)),
    count: withDefault(integer({ min: 1, max: Math.max(...Object.values(recurrenceCountMax)) }), 1, {
      description: `Units of a period: 3 with month is quarterly. 1 if absent, at most ${Object.entries(
        recurrenceCountMax,
      )
        .map(([unit, max]) => `${max} of ${unit}`)
        .join(", ")}.`,
    }),
    cycles: optional(
      orNull(
        described(integer({ min: 1, max: cyclesMax }), {
          description: `Number of charges, the first included: 1 to ${cyclesMax}. If null, there is no end.`,
        }),
      ),
    ),
  }),
  ({ every, count, cycles = null }, at, faults): Recurrence | Refused => {
    const max = recurrenceCountMax[every]
    if (count <= max) return { every, count, cycles }
    faults.push(fault(`${at}.count`, { code: "out_of_range", min: 1, max }))
    return refused
  },
)

const field = {
  title: described(text(itemLimits.title), { description: "1 to 255 characters.", examples: ["Curso de violão"] }),
  product_id: described(value(IntegerInput, readProductId), {
    description: "A product of the company.",
    examples: [7],
  }),
  quantity: described(integer(itemLimits.quantity), {
    description: `1 to ${quantityMax}; 1 if absent.`,
    examples: [1],
  }),
  redirect_after_success: described(urlWithoutCredentials, {
    description:
      "Where the payer goes after paying: an http or https URL of at most 2048 characters, without user or password.",
    examples: ["https://loja.example.com/obrigado"],
  }),
}

const recurrenceWords = { description: "Every paid order begins a subscription. If null, it sells once." }

/** A new checkout. Without a slug, one is made from the title. */
export interface CheckoutInput extends CheckoutDetails {
  readonly slug: CheckoutSlug | null
}

/** The body of a new checkout. The caller checks that the product exists. */
export const checkoutBody = andThen(
  described(
    object({
      slug: optional(slug, {
        description:
          `Orders name the checkout by it: 1 to ${checkoutSlugMax} letters, digits, hyphens and underscores. Made from the title if ` +
          "absent, with a number at its end if that slug is taken.",
        examples: ["curso-violao"],
      }),
      title: required(field.title),
      product_id: required(field.product_id),
      quantity: withDefault(field.quantity, 1),
      redirect_after_success: optional(orNull(field.redirect_after_success)),
      recurrence: withDefault(orNull(recurrence), null, recurrenceWords),
    }),
    {
      identifier: "CheckoutRequest",
      examples: [
        {
          title: "Curso de violão",
          product_id: 7,
          recurrence: { every: "month", count: 1, cycles: 12 },
          redirect_after_success: "https://loja.example.com/obrigado",
        },
      ],
    },
  ),
  ({ slug = null, product_id, redirect_after_success = null, ...read }): CheckoutInput => ({
    slug,
    title: read.title,
    product: product_id,
    quantity: read.quantity,
    recurrence: read.recurrence,
    redirectAfterSuccess: redirect_after_success,
  }),
)

/** The checkout to change. */
export interface OfCheckout {
  readonly slug: CheckoutSlug
}

const change = described(
  object({
    title: optional(field.title),
    product_id: optional(field.product_id),
    quantity: optional(field.quantity),
    redirect_after_success: clearable(field.redirect_after_success),
    recurrence: clearable(recurrence, recurrenceWords),
  }),
  {
    identifier: "CheckoutChangeRequest",
    description: "Absent fields keep their value; null clears. A recurrence is replaced as a whole. The slug stays.",
    examples: [{ title: "Curso de violão, com apostila", recurrence: null }],
  },
)

/** The changes of a checkout. Its slug cannot change, but the body may repeat it. A missing key changes nothing. */
export const checkoutChangeBody = codec(
  change.schema,
  (input, at, faults, { slug }: OfCheckout): Partial<CheckoutDetails> | Refused => {
    const asked = isObject(input) ? input["slug"] : undefined
    const isSame = isBlank(asked) || (typeof asked === "string" && trimCode(asked) === slug)
    if (!isSame) faults.push(fault("slug", { code: "unchangeable" }))
    const read = change.read(input, at, faults, undefined)
    if (read === refused || !isSame) return refused
    const { product_id, redirect_after_success, ...others } = read
    return {
      ...others,
      ...(product_id === undefined ? {} : { product: product_id }),
      ...(redirect_after_success === undefined ? {} : { redirectAfterSuccess: redirect_after_success }),
    }
  },
)

/**
 * The product and the slug in a body, even if the rest is wrong: a missing product or a taken slug is then reported
 * together with the other faults. Null if the body has none, or an impossible one.
 */
export const checkoutReferences = (
  body: unknown,
): { readonly product: ProductId | null; readonly slug: CheckoutSlug | null } => {
  const fields = isObject(body) ? body : {}
  return {
    product: readable(field.product_id, fields["product_id"]) ?? null,
    slug: readable(slug, fields["slug"]) ?? null,
  }
}

/** A checkout, as shown. */
export const CheckoutView = Schema.Struct({
  slug: Schema.String.annotate({ description: "`checkout_id` of an order refers to it." }),
  title: Schema.String,
  product_id: Schema.Int,
  quantity: Schema.Int,
  recurrence: Schema.NullOr(RecurrenceView),
  redirect_after_success: Schema.NullOr(Schema.String),
  created_at: TimestampView,
}).annotate({
  identifier: "Checkout",
  examples: [
    {
      slug: "curso-de-violao",
      title: "Curso de violão",
      product_id: 7,
      quantity: 1,
      recurrence: { every: "month", count: 1, cycles: 12 },
      redirect_after_success: "https://loja.example.com/obrigado",
      created_at: "2026-11-21 10:00:00",
    },
  ],
})
export type CheckoutView = typeof CheckoutView.Type

/** Times are in America/Sao_Paulo. */
export const checkoutView = (checkout: Checkout): CheckoutView => ({
  slug: checkout.slug,
  title: checkout.title,
  product_id: checkout.product,
  quantity: checkout.quantity,
  recurrence: checkout.recurrence,
  redirect_after_success: checkout.redirectAfterSuccess,
  created_at: saoPauloTimestamp(checkout.createdAt),
})
