/**
 * Checkouts in the administration: making and changing one, and what is shown of it.
 */
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
  saoPauloTimestamp,
  trimCode,
} from "@vintem/domain"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readChoice } from "../input/choice.ts"
import { doesNotExist, fault, type InvalidFields } from "../input/fault.ts"
import { clearable, isBlank, optional, type Read, required, withDefault } from "../input/field.ts"
import { IntegerInput, integerOf, notAnInteger, readInteger } from "../input/integer.ts"
import { faultsIn, fieldsOf, invalidFields, isObject, type Part, part } from "../input/part.ts"
import { ofString, readText } from "../input/text.ts"
import { readUrlWithoutCredentials } from "../input/url.ts"
import { itemLimits } from "../order/item-input.ts"
import { TimestampView } from "../order/order-view.ts"

const RecurrenceRequest = Schema.Struct({
  every: RecurrenceUnit,
  count: Schema.optionalKey(
    IntegerInput.annotate({
      description: `Units of a period: 3 with month is quarterly. 1 where absent, at most ${Object.entries(
        recurrenceCountMax,
      )
        .map(([unit, max]) => `${max} of ${unit}`)
        .join(", ")}.`,
    }),
  ),
  cycles: Schema.optionalKey(
    Schema.NullOr(
      IntegerInput.annotate({ description: `Charges in all, the first included: 1 to ${cyclesMax}. Null has no end.` }),
    ),
  ),
})

const described = {
  title: Schema.String.annotate({ description: "1 to 255 characters.", examples: ["Curso de violão"] }),
  product_id: IntegerInput.annotate({ description: "A product of the company.", examples: [7] }),
  quantity: IntegerInput.annotate({ description: `1 to ${quantityMax}; 1 where absent.`, examples: [1] }),
  recurrence: Schema.NullOr(RecurrenceRequest).annotate({
    description: "Every paid order begins a subscription. Null sells once.",
  }),
  redirect_after_success: Schema.NullOr(
    Schema.String.annotate({
      description: "Where the payer goes after paying: an http or https URL of at most 2048 characters.",
      examples: ["https://loja.example.com/obrigado"],
    }),
  ),
}

/** What a checkout is made of. */
export const CheckoutRequest = Schema.Struct({
  slug: Schema.optionalKey(
    Schema.String.annotate({
      description:
        `What integrators order by: 1 to ${checkoutSlugMax} letters, digits, hyphens and underscores. Made of the title where ` +
        "absent, with a number at its end where that one is taken.",
      examples: ["curso-violao"],
    }),
  ),
  title: described.title,
  product_id: described.product_id,
  quantity: Schema.optionalKey(described.quantity),
  recurrence: Schema.optionalKey(described.recurrence),
  redirect_after_success: Schema.optionalKey(described.redirect_after_success),
}).annotate({
  identifier: "CheckoutRequest",
  examples: [
    {
      title: "Curso de violão",
      product_id: 7,
      recurrence: { every: "month", count: 1, cycles: 12 },
      redirect_after_success: "https://loja.example.com/obrigado",
    },
  ],
})

/** What may be changed about a checkout: all but its slug. */
export const CheckoutChangeRequest = Schema.Struct({
  title: Schema.optionalKey(described.title),
  product_id: Schema.optionalKey(described.product_id),
  quantity: Schema.optionalKey(described.quantity),
  recurrence: Schema.optionalKey(described.recurrence),
  redirect_after_success: Schema.optionalKey(described.redirect_after_success),
}).annotate({
  identifier: "CheckoutChangeRequest",
  description: "What is absent keeps its value; null clears it. A recurrence is replaced as a whole.",
  examples: [{ title: "Curso de violão, com apostila", recurrence: null }],
})

/** A checkout about to be made; without a slug, one is made of the title. */
export interface CheckoutInput extends CheckoutDetails {
  readonly slug: CheckoutSlug | null
}

/** Reads the body, or lists everything that is wrong with it. That the product exists is for the caller to find out. */
export const decodeCheckout = (body: unknown): Result.Result<CheckoutInput, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const plain = readPlain(fields.success, "")
  const recurrence = readRecurrence(fields.success["recurrence"])
  if (Result.isFailure(plain) || Result.isFailure(recurrence)) {
    return Result.fail(invalidFields([...faultsIn(plain), ...faultsIn(recurrence)]))
  }
  const { slug = null, title, product_id: product, quantity, redirect_after_success = null } = plain.success
  const redirectAfterSuccess = redirect_after_success
  return Result.succeed({ slug, title, product, quantity, recurrence: recurrence.success, redirectAfterSuccess })
}

/**
 * Reads the body, or lists everything that is wrong with it. No key, no change.
 *
 * @param slug - of the checkout that is to change: the body may say the same, and no other
 */
export const decodeCheckoutChange = (
  body: unknown,
  slug: CheckoutSlug,
): Result.Result<Partial<CheckoutDetails>, InvalidFields> => {
  const fields = fieldsOf(body)
  if (Result.isFailure(fields)) return Result.fail(invalidFields(fields.failure))
  const plain = readChange(fields.success, "")
  const hasRecurrence = fields.success["recurrence"] === null || !isBlank(fields.success["recurrence"])
  const recurrence = readRecurrence(fields.success["recurrence"])
  const asked = fields.success["slug"]
  const isSame = isBlank(asked) || (typeof asked === "string" && trimCode(asked) === slug)
  const renaming = isSame ? [] : [fault("slug", "may not be changed.")]
  if (Result.isFailure(plain) || Result.isFailure(recurrence) || renaming.length > 0) {
    return Result.fail(invalidFields([...renaming, ...faultsIn(plain), ...faultsIn(recurrence)]))
  }
  const { title, product_id, quantity, redirect_after_success } = plain.success
  return Result.succeed({
    ...(title === undefined ? {} : { title }),
    ...(product_id === undefined ? {} : { product: product_id }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(hasRecurrence ? { recurrence: recurrence.success } : {}),
    ...(redirect_after_success === undefined ? {} : { redirectAfterSuccess: redirect_after_success }),
  })
}

/**
 * The product and the slug a body names, whatever else is wrong with it: whether the one exists and the other is free can then be
 * told together with the other faults. Null where it names none, or none that could be.
 */
export const checkoutReferences = (
  body: unknown,
): { readonly product: ProductId | null; readonly slug: CheckoutSlug | null } => {
  const fields = isObject(body) ? body : {}
  const product = readProductId(fields["product_id"])
  const slug = readSlug(fields["slug"])
  return {
    product: Result.isSuccess(product) ? product.success : null,
    slug: Result.isSuccess(slug) ? slug.success : null,
  }
}

/** A checkout as it is shown. */
export const CheckoutView = Schema.Struct({
  slug: Schema.String.annotate({ description: "What `checkout_id` of an order refers to." }),
  title: Schema.String,
  product_id: Schema.Int,
  quantity: Schema.Int,
  recurrence: Schema.NullOr(
    Schema.Struct({ every: RecurrenceUnit, count: Schema.Int, cycles: Schema.NullOr(Schema.Int) }),
  ),
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

/** Times are those of America/Sao_Paulo. */
export const checkoutView = (checkout: Checkout): CheckoutView => ({
  slug: checkout.slug,
  title: checkout.title,
  product_id: checkout.product,
  quantity: checkout.quantity,
  recurrence: checkout.recurrence,
  redirect_after_success: checkout.redirectAfterSuccess,
  created_at: saoPauloTimestamp(checkout.createdAt),
})

const isSlug = Schema.is(CheckoutSlug)
const isProductId = Schema.is(ProductId)

const readSlug: Read<CheckoutSlug> = ofString((text) => {
  const slug = trimCode(text)
  return isSlug(slug)
    ? Result.succeed(slug)
    : Result.fail(
        `must have 1 to ${checkoutSlugMax} letters without accents, digits, hyphens and underscores, a letter or digit first.`,
      )
})

/** An integer that could be no product's is one that does not exist. */
const readProductId: Read<ProductId> = (input) => {
  const id = integerOf(input)
  if (id === undefined) return notAnInteger
  return isProductId(id) ? Result.succeed(id) : Result.fail(doesNotExist)
}

const readPlain = part(
  Schema.Struct({
    slug: optional(CheckoutSlug, readSlug),
    title: required(Schema.String, readText(itemLimits.title)),
    product_id: required(ProductId, readProductId),
    quantity: withDefault(Schema.Int, readInteger(itemLimits.quantity), 1),
    redirect_after_success: optional(Schema.String, readUrlWithoutCredentials),
  }),
)

const readChange = part(
  Schema.Struct({
    title: optional(Schema.String, readText(itemLimits.title)),
    product_id: optional(ProductId, readProductId),
    quantity: optional(Schema.Int, readInteger(itemLimits.quantity)),
    redirect_after_success: clearable(Schema.String, readUrlWithoutCredentials),
  }),
)

const readPeriod = part(
  Schema.Struct({
    every: required(RecurrenceUnit, readChoice(RecurrenceUnit.literals)),
    count: withDefault(Schema.Int, readInteger({ min: 1, max: Math.max(...Object.values(recurrenceCountMax)) }), 1),
    cycles: optional(Schema.Int, readInteger({ min: 1, max: cyclesMax })),
  }),
)

const readRecurrence = (input: unknown): Part<Recurrence | null> => {
  if (isBlank(input)) return Result.succeed(null)
  const period = readPeriod(input, "recurrence")
  if (Result.isFailure(period)) return Result.fail(period.failure)
  const { every, count, cycles = null } = period.success
  const max = recurrenceCountMax[every]
  return count > max
    ? Result.fail([fault("recurrence.count", `must be between 1 and ${max}.`)])
    : Result.succeed({ every, count, cycles })
}
