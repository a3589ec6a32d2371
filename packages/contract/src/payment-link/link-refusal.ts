/**
 * Why a payment link or a batch was not changed, as a fault of its status: what the state is, and what would be allowed.
 */
import {
  type BatchCommandName,
  type BatchRefused,
  batchRefusalMeaning,
  type LinkCommandName,
  type LinkRefused,
  linkRefusalMeaning,
} from "@vintem/domain"
import { fault, InvalidFields } from "../input/fault.ts"

/** Why a link was not changed, deleted or paid. */
export const linkRefused = ({ allowed, command, reason, status }: LinkRefused): InvalidFields =>
  statusFault(
    "payment link",
    status,
    linkWords[command].done,
    linkRefusalMeaning[reason],
    allowed.map(verbOf(linkWords)),
  )

/** Why a batch was neither stopped nor given more customers. */
export const batchRefused = ({ allowed, command, reason, status }: BatchRefused): InvalidFields =>
  statusFault(
    "batch",
    status,
    batchWords[command].done,
    batchRefusalMeaning[reason],
    // A worker's verb is nobody's who reads this.
    allowed.filter((name) => name !== "ClaimItems").map(verbOf(batchWords)),
  )

const statusFault = (
  what: string,
  status: string,
  undone: string,
  why: string,
  allowed: ReadonlyArray<string>,
): InvalidFields => {
  const instead = allowed.length === 0 ? "nothing" : allowed.join(", ")
  return new InvalidFields({
    faults: [
      fault("status", `is ${status} and the ${what} cannot be ${undone}, because ${why}. Allowed now: ${instead}.`),
    ],
  })
}

interface Words {
  /** How the API calls a command. */
  readonly verb: string
  /** What something is once it is done. */
  readonly done: string
}

const verbOf =
  <Name extends string>(words: Readonly<Record<Name, Words>>) =>
  (name: Name): string =>
    words[name].verb

const linkWords: Readonly<Record<LinkCommandName, Words>> = {
  Update: { verb: "update", done: "updated" },
  Remove: { verb: "delete", done: "deleted" },
  StartPayment: { verb: "pay", done: "paid" },
}

const batchWords: Readonly<Record<BatchCommandName, Words>> = {
  AddCustomers: { verb: "add customers", done: "given more customers" },
  Cancel: { verb: "cancel", done: "canceled" },
  ClaimItems: { verb: "make links", done: "worked on" },
}
