/**
 * The request of a charge. Its key is in the path.
 *
 * A card number is plain text only while its body is decoded: the decoded value holds it in `Redacted`, and faults do not repeat it.
 */
import { CardExpiration, CardHolder, CardNumber, SecurityCode } from "@vintem/domain/card"
import { OrderItem } from "@vintem/domain/catalogue"
import { Address, Email, FullName, Telephone } from "@vintem/domain/customer"
import { Document } from "@vintem/domain/documents"
import { CompanyId, OrderNumber } from "@vintem/domain/identifiers"
import { InstallmentCount } from "@vintem/domain/installments"
import { Centavos } from "@vintem/domain/money"
import { ChargeInitiator } from "@vintem/domain/ports"
import * as Schema from "effect/Schema"
import { issuedMeans } from "./instruments.ts"

const Card = Schema.Struct({
  number: Schema.RedactedFromValue(CardNumber, { label: "card number" }),
  holder: CardHolder,
  expiration: CardExpiration,
  security: Schema.RedactedFromValue(SecurityCode, { label: "security code" }),
}).pipe(Schema.encodeKeys({ security: "security_code" }))

const Means = Schema.Union([
  Schema.TaggedStruct("card", { card: Card, installments: InstallmentCount }).pipe(Schema.encodeKeys({ _tag: "type" })),
  Schema.TaggedStruct("saved_card", { acquirerToken: Schema.NonEmptyString, installments: InstallmentCount }).pipe(
    Schema.encodeKeys({ _tag: "type", acquirerToken: "card_token" }),
  ),
  ...issuedMeans,
])

/** A gateway needs only these fields of an item, so the others are not sent. */
const Item = Schema.Struct({
  sku: OrderItem.fields.sku,
  title: OrderItem.fields.title,
  unitPrice: OrderItem.fields.unitPrice,
  quantity: OrderItem.fields.quantity,
}).pipe(Schema.encodeKeys({ unitPrice: "unit_price" }))

/** A `ChargeRequest` of the port without its key. */
export const ChargeBody = Schema.Struct({
  order: OrderNumber,
  amount: Centavos.check(Schema.isGreaterThanOrEqualTo(1)),
  means: Means,
  payer: Schema.Struct({ fullname: FullName, email: Email, document: Document, telephone: Telephone }).pipe(
    Schema.encodeKeys({ fullname: "name" }),
  ),
  receiver: Schema.Struct({ name: Schema.String, city: Schema.String }),
  company: Schema.optionalKey(CompanyId),
  items: Schema.optionalKey(Schema.Array(Item)),
  address: Schema.optionalKey(Address),
  initiator: Schema.optionalKey(ChargeInitiator),
}).pipe(Schema.encodeKeys({ order: "order_number" }))
