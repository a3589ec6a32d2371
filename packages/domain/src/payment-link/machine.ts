/**
 * The payment link as a machine: its parts. Each has a file of its own.
 */
import type { Machine } from "../machine/machine.ts"
import { linkCommands } from "./command-rules.ts"
import type { LinkCommand, LinkReport } from "./commands.ts"
import { type LinkChange, type LinkCreated, LinkEvent } from "./events.ts"
import { evolveLink, linkCreated } from "./evolve.ts"
import { type LinkStatus, linkStatuses } from "./link-status.ts"
import type { PaymentLink } from "./payment-link.ts"
import { recordPayment } from "./record.ts"
import { type LinkRefusal, LinkRefused } from "./refusals.ts"

/** The types of the machine. */
export interface LinkTypes {
  readonly state: PaymentLink
  readonly creation: LinkCreated
  readonly change: LinkChange
  readonly command: LinkCommand
  readonly report: LinkReport
  readonly refusal: LinkRefusal
  readonly refused: LinkRefused
  readonly status: LinkStatus
}

/** The payment link as a value: decide, fold, audit, test and document it by the functions of `Machine`. */
export const linkMachine: Machine<LinkTypes> = {
  creation: "LinkCreated",
  event: LinkEvent,
  create: linkCreated,
  evolve: evolveLink,
  commands: linkCommands,
  refuse: (refusal, { payments }) =>
    new LinkRefused({
      ...refusal,
      open: payments.filter(({ state }) => state === "open").map(({ order }) => order),
    }),
  record: recordPayment,
  statuses: linkStatuses,
  final: ["paid", "expired", "removed"],
}
