/**
 * A reminder of a bill that is due tomorrow.
 */
import { LocalDate } from "@vintem/domain/calendar"
import { Email } from "@vintem/domain/customer"
import { LinkSlug } from "@vintem/domain/identifiers"
import { Centavos } from "@vintem/domain/money"
import type { PaymentReminder } from "@vintem/domain/ports"

export const exampleReminder: PaymentReminder = {
  id: "lembrete-1",
  to: Email.make("jose@pagador.example"),
  payer: "José d’Ávila 🎉",
  company: "Padaria São João & Filhos",
  title: "Mensalidade de março",
  amount: Centavos.make(123_456),
  amountIs: "asked",
  expiresOn: LocalDate.make("2026-11-22"),
  today: LocalDate.make("2026-11-21"),
  link: LinkSlug.make("1m7yjd5yy14ce9k0"),
}
