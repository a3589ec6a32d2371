/**
 * Why a payment link or a batch was not changed, as a fault of its status.
 */
import { type BatchCommandName, type BatchRefused, batchRefusalMeaning } from "@vintem/domain/batch"
import type { LocalDate } from "@vintem/domain/calendar"
import {
  type LinkCommandName,
  type LinkRefused,
  type LinkTermsRefusal,
  linkRefusalMeaning,
} from "@vintem/domain/payment-link"
import { type Fault, fault, type InvalidFields, invalidFields, unknownReference } from "../input/fault.ts"
import { type CommandWords, statusFault } from "../input/status-fault.ts"

/** Why a link was not changed, deleted or paid. */
export const linkRefused = (refused: LinkRefused): InvalidFields =>
  statusFault({ ...refused, what: "payment link", why: linkRefusalMeaning[refused.reason], words: linkWords })

/**
 * Why a link or a batch did not get its terms, on the field with the fault.
 *
 * @param reasons - at least one
 */
export const linkTermsRefused = (reasons: ReadonlyArray<LinkTermsRefusal>): InvalidFields =>
  invalidFields(reasons.map((reason) => termsFault[reason]))

const termsFault: Readonly<Record<LinkTermsRefusal, Fault>> = {
  ExpiryPassed: fault("expired_at", { code: "in_the_past" }),
  UnknownRule: unknownReference("payment_link_rule_token"),
}

/** Why customers cannot be added to a batch: their links could not be paid. */
export const batchExpired = (expiredAt: LocalDate): InvalidFields =>
  invalidFields([fault("customers", { code: "batch_expired", expired_at: expiredAt })])

/** Why a batch was not canceled, or got no more customers. */
export const batchRefused = ({ allowed, ...refused }: BatchRefused): InvalidFields =>
  statusFault({
    ...refused,
    what: "batch",
    why: batchRefusalMeaning[refused.reason],
    // Commands of a worker are not offered here.
    allowed: allowed.filter((name) => name !== "ClaimItems"),
    words: batchWords,
  })

const linkWords: Readonly<Record<LinkCommandName, CommandWords>> = {
  Update: { verb: "update", done: "updated" },
  Remove: { verb: "delete", done: "deleted" },
  StartPayment: { verb: "pay", done: "paid" },
}

const batchWords: Readonly<Record<BatchCommandName, CommandWords>> = {
  AddCustomers: { verb: "add customers", done: "given more customers" },
  Cancel: { verb: "cancel", done: "canceled" },
  ClaimItems: { verb: "make links", done: "worked on" },
}
