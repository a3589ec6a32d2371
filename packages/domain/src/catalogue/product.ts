/** A product: something a company sells, registered beforehand. */
import * as Schema from "effect/Schema"
import { Instant } from "../calendar/instant.ts"
import { CompanyId } from "../identifiers/company.ts"
import { Centavos } from "../money/centavos.ts"

/**
 * The id of a product, an integer. Checkouts and items refer to it. Ids are never reused, even after the product is
 * deleted.
 */
export const ProductId = Schema.Int.check(Schema.isGreaterThan(0)).pipe(Schema.brand("ProductId"))
export type ProductId = typeof ProductId.Type

const Price = Centavos.check(Schema.isGreaterThanOrEqualTo(0))

/** The parts of a product that may change. Orders keep the values they were placed with. */
export const ProductDetails = Schema.Struct({
  /** The company's own stock code. Two products may share one. */
  sku: Schema.String,
  title: Schema.String,
  /** Centavos for one piece, zero or more. */
  unitPrice: Price,
  /** Cost of one piece to the company, in centavos, zero or more. Null if unknown. */
  priceCost: Schema.NullOr(Price),
})
export type ProductDetails = typeof ProductDetails.Type

export const Product = Schema.Struct({
  id: ProductId,
  company: CompanyId,
  ...ProductDetails.fields,
  createdAt: Instant,
})
export type Product = typeof Product.Type
