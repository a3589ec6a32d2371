/**
 * Answers a command with what it causes, or with why it cannot be; answers news with what there is to record.
 *
 * Whether something is a repetition comes before whether it is allowed: a repetition causes nothing and is no fault.
 */
import * as Equal from "effect/Equal"
import * as Result from "effect/Result"
import type { Instant } from "../calendar/instant.ts"
import { saoPauloDate } from "../calendar/sao-paulo.ts"
import { installmentCountOf, type Method } from "../method/method.ts"
import type { OrderNumber } from "../order/identifiers.ts"
import type { LinkCommand, LinkNews } from "./commands.ts"
import type { LinkChange } from "./events.ts"
import { isReceived, paymentFlagOf } from "./evolve.ts"
import { isPastExpiry, isUsedUp, linkStatusOf } from "./link-status.ts"
import type { LivePayment, PaymentLink } from "./payment-link.ts"
import { LinkCommandName, type LinkRefusal, LinkRefused } from "./refusals.ts"

/** What a command causes: nothing where it was done before, an event otherwise, or the first reason against it. */
export const decideLink = (
  link: PaymentLink,
  command: LinkCommand,
): Result.Result<ReadonlyArray<LinkChange>, LinkRefused> => {
  if (isRepetition(link, command)) return Result.succeed([])
  const reason = reasonsAgainst(link, command).at(0)
  return reason === undefined
    ? Result.succeed([effectOf(command)])
    : Result.fail(
        new LinkRefused({
          command: command._tag,
          reason,
          status: linkStatusOf(link, saoPauloDate(command.at)),
          allowed: allowedLinkCommands(link, command.at),
          open: link.payments.filter(({ standing }) => standing === "open").map(({ order }) => order),
        }),
      )
}

/**
 * What to record of news. What is known already is not recorded twice, and neither is a further payment of a link that may be
 * paid often: its order tells of it. Money is never refused; what the link no longer asked for is flagged.
 */
export const hearLink = (link: PaymentLink, { order, standing, at }: LinkNews): ReadonlyArray<LinkChange> => {
  const reported: ReadonlyArray<LinkChange> = [{ _tag: "PaymentReported", order, standing, at }]
  const known = liveOf(link, order)?.standing
  switch (standing._tag) {
    case "in_flight":
    case "open":
      return known === standing._tag || isReceived(link, order) ? [] : reported
    case "ended":
      return known === undefined ? [] : reported
    case "confirmed": {
      const isFurther = link.paid !== null && !isUsedUp(link) && paymentFlagOf(link, order, standing.at) === null
      const isKnown = isReceived(link, order) || isFurther
      return known === undefined && isKnown ? [] : reported
    }
  }
}

/** Which commands would be accepted now, given sensible arguments. */
export const allowedLinkCommands = (link: PaymentLink, at: Instant): ReadonlyArray<LinkCommandName> => {
  const isAllowed: Readonly<Record<LinkCommandName, boolean>> = {
    Update: againstUpdating(link).length === 0,
    Remove: link.removedAt === null && againstRemoving(link).length === 0,
    StartPayment: [...againstPaying(link, at), ...againstRacing(link)].length === 0,
  }
  return LinkCommandName.literals.filter((name) => isAllowed[name])
}

/** Reasons in rank order, each beside what makes it true. */
const holding = (candidates: ReadonlyArray<readonly [LinkRefusal, boolean]>): ReadonlyArray<LinkRefusal> =>
  candidates.filter(([, holds]) => holds).map(([reason]) => reason)

const againstUpdating = (link: PaymentLink): ReadonlyArray<LinkRefusal> =>
  holding([["AlreadyRemoved", link.removedAt !== null]])

const againstRemoving = (link: PaymentLink): ReadonlyArray<LinkRefusal> =>
  holding([
    ["AlreadyPaid", link.paid !== null],
    ["PaymentInFlight", link.payments.some(({ standing }) => standing === "in_flight")],
    ["InstrumentOpen", link.payments.length > 0],
  ])

/** Whoever would pay, and by whatever method. */
const againstPaying = (link: PaymentLink, at: Instant): ReadonlyArray<LinkRefusal> =>
  holding([
    ["AlreadyRemoved", link.removedAt !== null],
    ["AlreadyPaid", isUsedUp(link)],
    ["LinkExpired", isPastExpiry(link, saoPauloDate(at))],
  ])

const againstMethod = ({ terms }: PaymentLink, method: Method): ReadonlyArray<LinkRefusal> =>
  holding([
    ["MethodNotAccepted", !terms.methods[method._tag]],
    ["TooManyInstallments", installmentCountOf(method) > terms.installments],
  ])

/**
 * Of a link that is paid once, one charge at a time: two payers who race could both be charged. A Pix or slip of another order
 * does not block, or whoever opened one could keep everybody out; it is voided once a payment is confirmed.
 */
const againstRacing = (link: PaymentLink): ReadonlyArray<LinkRefusal> =>
  holding([
    [
      "PaymentInFlight",
      link.terms.expireAfterPayment && link.payments.some(({ standing }) => standing === "in_flight"),
    ],
  ])

/** Every reason against a command, in rank order. */
const reasonsAgainst = (link: PaymentLink, command: LinkCommand): ReadonlyArray<LinkRefusal> => {
  switch (command._tag) {
    case "Update":
      return againstUpdating(link)
    case "Remove":
      return againstRemoving(link)
    case "StartPayment":
      return [...againstPaying(link, command.at), ...againstMethod(link, command.method), ...againstRacing(link)]
  }
}

const isRepetition = (link: PaymentLink, command: LinkCommand): boolean => {
  switch (command._tag) {
    case "Update":
      return Equal.equals(link.terms, command.terms)
    case "Remove":
      return link.removedAt !== null
    case "StartPayment":
      return liveOf(link, command.order)?.standing === "in_flight"
  }
}

const effectOf = (command: LinkCommand): LinkChange => {
  switch (command._tag) {
    case "Update":
      return { _tag: "LinkUpdated", terms: command.terms, at: command.at }
    case "Remove":
      return { _tag: "LinkRemoved", at: command.at }
    case "StartPayment":
      return { _tag: "PaymentStarted", order: command.order, method: command.method, at: command.at }
  }
}

const liveOf = (link: PaymentLink, order: OrderNumber): LivePayment | undefined =>
  link.payments.find((payment) => payment.order === order)
