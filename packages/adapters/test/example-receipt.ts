/**
 * The receipt of a card payment in three installments.
 */
import { instant } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import { OrderNumber, PublicKey } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import type { PaymentReceipt } from "@vintem/domain/ports"

export const exampleReceipt: PaymentReceipt = {
  id: "recibo-7K3M9Q2X5R8T",
  to: Email.make("jose@pagador.example"),
  payer: "José d’Ávila 🎉",
  company: "Padaria São João & Filhos",
  title: "Mensalidade de março",
  amount: Centavos.make(123_456),
  method: "credit",
  installments: 3,
  cardLastDigits: "4242",
  paidAt: instant(Date.UTC(2026, 10, 22, 1, 5)),
  order: OrderNumber.make("7K3M9Q2X5R8T"),
  publicKey: PublicKey.make("b0GzT1kq3v8Yy2mXw5LhNA"),
  language: "pt-BR",
}
