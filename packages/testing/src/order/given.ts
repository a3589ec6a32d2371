/** Stories of an order: given some events, when a command or report comes, then this follows. */

import {
  evolve,
  type Obligation,
  type OrderChange,
  type OrderPlaced,
  type OrderRefusal,
  type OrderStatus,
  obligationsOf,
  orderMachine,
  placed,
  statusOf,
  type WebhookKind,
} from "@vintem/domain/order"
import { expect } from "vitest"
import { stepsOf } from "../machine/step.ts"
import { type OrderMove, type OrderStep, webhooksIn } from "./tested-order.ts"

/** The expectations of a story. Each returns the story, so that several can follow one another. */
export interface Then {
  /** Exactly these events, in this order. */
  readonly thenHappens: (...changes: ReadonlyArray<OrderChange>) => Then
  /** No event, and no refusal: it was a repetition. */
  readonly thenNothing: () => Then
  /** No event, and this reason. */
  readonly thenRefused: (reason: OrderRefusal) => Then
  /** This status, after the last move. */
  readonly thenShows: (status: OrderStatus) => Then
  /** Exactly these webhooks, in this order; none without arguments. */
  readonly thenSends: (...webhooks: ReadonlyArray<WebhookKind>) => Then
  /** Exactly these obligations; none without arguments. */
  readonly thenOwes: (...obligations: ReadonlyArray<Obligation>) => Then
}

/** The beginning of a story: an order before its moves. */
export interface Given {
  /** After several moves, webhooks are those of all moves; events and refusal are those of the last. */
  readonly when: (...moves: readonly [OrderMove, ...ReadonlyArray<OrderMove>]) => Then
}

/** Begins a story with an order after these changes. */
export const given = (placing: OrderPlaced, ...changes: ReadonlyArray<OrderChange>): Given => {
  const order = changes.reduce(evolve, placed(placing))
  return {
    when: (...moves) => {
      const steps = stepsOf(orderMachine, order, moves)
      const last = steps.at(-1)
      const story: Then = {
        thenHappens: (...expected) => {
          expect(outcomeOf(last)).toEqual({ refused: null, happened: expected })
          return story
        },
        thenNothing: () => {
          expect(outcomeOf(last)).toEqual({ refused: null, happened: [] })
          return story
        },
        thenRefused: (reason) => {
          expect(outcomeOf(last)).toEqual({ refused: reason, happened: [] })
          return story
        },
        thenShows: (status) => {
          expect(statusOf(steps.at(-1)?.after ?? order)).toBe(status)
          return story
        },
        thenSends: (...webhooks) => {
          expect(webhooksIn(steps)).toEqual(webhooks)
          return story
        },
        thenOwes: (...obligations) => {
          expect(obligationsOf(steps.at(-1)?.after ?? order)).toEqual(obligations)
          return story
        },
      }
      return story
    },
  }
}

const outcomeOf = (step: OrderStep | undefined) => ({
  refused: step?.refusal?.reason ?? null,
  happened: step?.changes ?? [],
})
