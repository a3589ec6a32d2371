/**
 * Compares the answers of machines, move by move: a ratio between machines that decide differently would mean nothing.
 */
import { testedOrder } from "@vintem/testing"
import type { Life } from "../load/lives.ts"
import type { OrderMachine } from "../order-machines.ts"

/**
 * Throws at the first move after which one of `others` shows another status, refusal, webhook or number of facts than
 * `ours`.
 */
export const compareLives = (ours: OrderMachine, others: ReadonlyArray<OrderMachine>, lives: Iterable<Life>): void => {
  for (const life of lives) for (const other of others) compareLife(ours, other, life)
}

const compareLife = (ours: OrderMachine, other: OrderMachine, life: Life): void => {
  const [ourLife, otherLife] = [ours.begin(life), other.begin(life)]
  life.moves.forEach((move, index) => {
    const [ourAnswer, otherAnswer] = [JSON.stringify(ourLife(move)), JSON.stringify(otherLife(move))]
    if (ourAnswer === otherAnswer) return
    const story = life.moves.slice(0, index + 1).map(({ move: one }) => `\n  ${testedOrder.describe(one)}`)
    throw new Error(
      `${other.name} lives another life than ${ours.name}:${story.join("")}\n${ours.name}: ${ourAnswer}\n${other.name}: ${otherAnswer}`,
    )
  })
}
