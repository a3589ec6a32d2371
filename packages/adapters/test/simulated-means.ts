/** The means that cause each outcome at the simulated acquirer. */
import { instant, LocalDate } from "@vintem/domain/calendar"
import { parseCardDetails } from "@vintem/domain/card"
import type { AttemptKey } from "@vintem/domain/identifiers"
import { singlePayment } from "@vintem/domain/installments"
import type { ChargeMeans } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { SandboxReports } from "../src/simulated/sandbox-reports.ts"

const today = LocalDate.make("2026-11-21")

/** A card of the sandbox, new to the acquirer. */
export const card = (number: string): Extract<ChargeMeans, { readonly _tag: "card" }> => ({
  _tag: "card",
  card: Result.getOrThrow(
    parseCardDetails({ holder: "MARIA DA SILVA", number, expiration: "12/2099", security: "123" }, today),
  ),
  installments: singlePayment,
})

export const simulatedMeans = {
  cards: {
    approved: card("4242424242424242"),
    otherApproved: card("5555555555554444"),
    held: card("4000000000009235"),
  },
  refused: card("4000000000000002"),
  pix: { _tag: "pix", expiresAt: instant(Date.parse("2049-10-13T12:00:00Z")) },
  slip: { _tag: "bank_slip", dueDate: LocalDate.make("2049-10-13") },
} as const

/** The payer pays a Pix or slip. */
export const payAtSandbox = (key: AttemptKey) =>
  Effect.flatMap(SandboxReports, (reports) => reports.report(key, "paid"))
