/** A payment link, as the API shows it to its company. */
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { formatTelephone } from "@vintem/domain/customer"
import { formatDocument } from "@vintem/domain/documents"
import { FeeMode } from "@vintem/domain/fees"
import { decimalNumber } from "@vintem/domain/money"
import type { PaymentLink } from "@vintem/domain/payment-link"
import * as Schema from "effect/Schema"
import { TimestampView } from "../order/timestamp-view.ts"
import { forEachFlag } from "./enable-flags.ts"

/** Amounts are in reais. */
export const PaymentLinkView = Schema.Struct({
  slug: Schema.String.annotate({ description: "Names the link in paths." }),
  url: Schema.String.annotate({ description: "The payer's page." }),
  title: Schema.String,
  description: Schema.String,
  amount: Schema.Finite,
  additional_amount: Schema.Finite,
  expired_at: Schema.NullOr(Schema.String).annotate({ description: "The last day on which it can be paid." }),
  expire_after_payment: Schema.Boolean,
  reference: Schema.NullOr(Schema.String),
  ...forEachFlag(() => Schema.Boolean),
  fee_mode: FeeMode,
  installments: Schema.Int,
  customer_name: Schema.NullOr(Schema.String),
  customer_email: Schema.NullOr(Schema.String),
  customer_phone: Schema.NullOr(Schema.String).annotate({ description: "With punctuation." }),
  customer_document: Schema.NullOr(Schema.String).annotate({ description: "With punctuation." }),
  hide_customer_fields: Schema.Boolean,
  paid_at: Schema.NullOr(TimestampView).annotate({ description: "The first confirmed payment." }),
  created_at: TimestampView,
}).annotate({
  identifier: "PaymentLink",
  examples: [
    {
      slug: "1kz4q8m7t3x9w2p5r6n0b",
      url: "https://pay.example.com/l/1kz4q8m7t3x9w2p5r6n0b",
      title: "Mensalidade de novembro",
      description: "Aulas de violão em novembro",
      amount: 199.9,
      additional_amount: 0,
      expired_at: "2030-12-31",
      expire_after_payment: true,
      reference: "mensalidade-11",
      ...forEachFlag(() => true),
      fee_mode: "interest",
      installments: 3,
      customer_name: "Maria da Silva",
      customer_email: "maria@example.com",
      customer_phone: null,
      customer_document: null,
      hide_customer_fields: false,
      paid_at: null,
      created_at: "2026-11-21 10:15:00",
    },
  ],
})
export type PaymentLinkView = typeof PaymentLinkView.Type

/** @param publicUrl - base of all returned URLs, without a slash at its end */
export const paymentLinkView = ({ details, paid, terms }: PaymentLink, publicUrl: string): PaymentLinkView => ({
  slug: details.slug,
  url: `${publicUrl}/l/${details.slug}`,
  title: terms.title,
  description: terms.description,
  amount: decimalNumber(terms.amount),
  additional_amount: decimalNumber(terms.additionalAmount),
  expired_at: terms.expiredAt,
  expire_after_payment: terms.expireAfterPayment,
  reference: terms.reference,
  ...forEachFlag((method) => terms.methods[method]),
  fee_mode: terms.feeMode,
  installments: terms.installments,
  customer_name: terms.customer.name,
  customer_email: terms.customer.email,
  customer_phone: terms.customer.phone === null ? null : formatTelephone(terms.customer.phone),
  customer_document: terms.customer.document === null ? null : formatDocument(terms.customer.document),
  hide_customer_fields: terms.hideCustomerFields,
  paid_at: paid === null ? null : saoPauloTimestamp(paid.at),
  created_at: saoPauloTimestamp(details.createdAt),
})
