/** The identifiers of a batch and its items, and the secret of their links. */
import * as Schema from "effect/Schema"

/** The UUID of a batch in the API. */
export const BatchToken = Schema.String.check(Schema.isUUID()).pipe(Schema.brand("BatchToken"))
export type BatchToken = typeof BatchToken.Type

/** The secret that the slugs of a batch's links are made from: 256 random bits in 64 hexadecimal digits. */
export const BatchSecret = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u)).pipe(Schema.brand("BatchSecret"))
export type BatchSecret = typeof BatchSecret.Type

/** The position of an item in its batch, counted from 1 in the order of the list. It never changes. */
export const ItemPosition = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 0xff_ff_ff_ff })).pipe(
  Schema.brand("ItemPosition"),
)
export type ItemPosition = typeof ItemPosition.Type
