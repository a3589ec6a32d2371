/** The installments that a payer may choose for an order. */
import { installmentsMax, singlePayment } from "@vintem/domain/installments"
import type { Order } from "@vintem/domain/order"
import type { PaymentLink } from "@vintem/domain/payment-link"

/**
 * The most installments. A renewal is charged at once, whoever pays it. @param link - the order's link; null if there
 * is none
 */
export const installmentsOffered = ({ details }: Order, link: PaymentLink | null): number => {
  if (details.subscription !== undefined) return singlePayment
  return link?.terms.installments ?? installmentsMax
}
