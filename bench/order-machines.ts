/** The contestants' orders behind one interface, so that the compared code is the measured code. */
import { decide, isCommand } from "@vintem/domain/machine"
import {
  evolve,
  type OrderChange,
  type OrderRefusal,
  orderMachine,
  placed,
  statusOf,
  type WebhookKind,
  webhooksOf,
} from "@vintem/domain/order"
import * as Result from "effect/Result"
import { createActor, initialTransition, transition } from "xstate"
import { orderMachine as baselineMachine } from "./baseline/transitions/order-machine.ts"
import type { Life, Move } from "./load/lives.ts"

/** The result of one move. */
interface Answer {
  /** One of the published statuses. */
  readonly status: string
  /** The reason of a refusal; null if there was none. */
  readonly refusal: OrderRefusal | null
  readonly webhooks: ReadonlyArray<WebhookKind>
  /** The number of recorded facts, the placing included. */
  readonly version: number
}

export interface OrderMachine {
  readonly name: string
  /** Places an order. Its result applies one move after the other. */
  readonly begin: (life: Life) => (move: Move) => Answer
}

/** Ours, as a use case runs it: a value in, a value out. */
export const domain: OrderMachine = {
  name: "Vintém",
  begin: ({ placing }) => {
    let order = placed(placing)
    return ({ move }) => {
      let changes: ReadonlyArray<OrderChange> = []
      let refusal: OrderRefusal | null = null
      if (!isCommand(orderMachine, move)) changes = orderMachine.record(order, move)
      else {
        const decided = decide(orderMachine, order, move)
        if (Result.isSuccess(decided)) changes = decided.success
        else refusal = decided.failure.reason
      }
      const webhooks: Array<WebhookKind> = []
      for (const change of changes) {
        const after = evolve(order, change)
        webhooks.push(...webhooksOf(order, change, after))
        order = after
      }
      // The comparison has no partial refunds: a webhook has to ask for them.
      const announced = webhooks.filter((kind) => kind !== "partial_refund")
      return { status: statusOf(order), refusal, webhooks: announced, version: order.version }
    }
  },
}

/**
 * XState's pure functions: a snapshot in, a snapshot out, and actions to run. They suit orders that live in a database.
 */
export const pureFunctions: OrderMachine = {
  name: "XState, pure functions",
  begin: ({ placing }) => {
    let [snapshot] = initialTransition(tellingMachine, { placedAt: placing.details.placedAt })
    return ({ event }) => {
      told = { refusal: null, webhooks: [] }
      const [next, actions] = transition(tellingMachine, snapshot, event)
      for (const { exec, info, params } of actions) exec?.(info, params)
      snapshot = next
      return { status: snapshot.value, ...told, version: snapshot.context.version }
    }
  },
}

/** XState's actor, which keeps its order in memory while it lives. */
export const actor: OrderMachine = {
  name: "XState, actor",
  begin: ({ placing }) => {
    const running = createActor(tellingMachine, { input: { placedAt: placing.details.placedAt } }).start()
    return ({ event }) => {
      told = { refusal: null, webhooks: [] }
      running.send(event)
      const { value, context } = running.getSnapshot()
      return { status: value, ...told, version: context.version }
    }
  },
}

/** The results of one move's actions. */
let told: { refusal: OrderRefusal | null; readonly webhooks: Array<WebhookKind> } = { refusal: null, webhooks: [] }

const tellingMachine = baselineMachine.provide({
  actions: {
    webhook: (_, kind) => {
      told.webhooks.push(kind)
    },
    refuse: (_, reason) => {
      told.refusal = reason
    },
  },
})
