import type { SandboxWords } from "./words.ts"

const turned =
  "It is the time of the whole service, for all companies, and it does not go back. What falls due on the way is done now: renewals, last days, reminders, webhooks."

export const english: SandboxWords = {
  name: "Sandbox",
  says: "No money moves here.",
  now: (time) => `It is ${time}.`,
  turn: { hour: "+1 hour", day: "+1 day", month: "+30 days" },
  turnSays: {
    hour: `The clock moves forward by an hour. ${turned}`,
    day: `The clock moves forward by a day. ${turned}`,
    month: `The clock moves forward by 30 days. ${turned}`,
  },
  signOut: "Sessions end by this clock, yours as well: you will be asked to sign in again.",
  turned: "The clock was moved, and what fell due is done.",
  acquirer: "What the acquirer reports (sandbox)",
  acquirerSays:
    "Only an acquirer can report this otherwise. The order, its webhooks and its receipt follow as if it had happened.",
  event: "Event",
  events: {
    paid: "It was paid",
    expired: "The Pix or slip expired",
    refunded: "All of it was given back",
    chargeback: "Chargeback: the money is taken",
    dispute: "The payer disputes it",
    dispute_won: "The dispute was won",
    dispute_lost: "The dispute was lost",
    risk_approved: "The review approved it",
    risk_rejected: "The review rejected it",
  },
  report: "Report",
  reported: "The acquirer has reported it.",
  impossible: "The acquirer cannot report this of the order as it is now.",
}
