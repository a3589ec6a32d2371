import type { SandboxWords } from "./words.ts"

const turned =
  "It is the clock of the whole service, for all companies, and cannot move back. Everything that becomes due is done now: renewals, last days, reminders, webhooks."

export const english: SandboxWords = {
  name: "Test environment",
  says: "nothing is charged.",
  now: (time) => `Clock: ${time}.`,
  turn: { hour: "+1 hour", day: "+1 day", month: "+30 days" },
  turnSays: {
    hour: `The clock moves forward by an hour. ${turned}`,
    day: `The clock moves forward by a day. ${turned}`,
    month: `The clock moves forward by 30 days. ${turned}`,
  },
  signOut: "Sessions follow this clock: you will have to sign in again.",
  turned: "The clock was moved, and all due work is done.",
  acquirer: "Simulate the acquirer (sandbox)",
  acquirerSays:
    "Report an event as the acquirer would. The order, its webhooks and its receipt follow as if it had happened.",
  event: "Event",
  events: {
    paid: "It was paid",
    expired: "The Pix or slip expired",
    refunded: "It was refunded in full",
    chargeback: "Chargeback: the money is taken",
    dispute: "The payer disputes it",
    dispute_won: "The dispute was won",
    dispute_lost: "The dispute was lost",
    risk_approved: "The review approved it",
    risk_rejected: "The review rejected it",
  },
  report: "Report",
  reported: "The acquirer has reported it.",
  impossible: "The acquirer cannot report this in the order's current state.",
}
