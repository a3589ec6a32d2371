import { OrderStatus } from "@vintem/domain/order"
import { describe, expect, it } from "vitest"
import { orderPages } from "./pages.ts"

interface Drawn {
  readonly states: ReadonlyArray<string>
  readonly start: string
  readonly arrows: ReadonlyArray<{ readonly from: string; readonly to: string; readonly label: string }>
}

/** Reads the little of Mermaid the diagrams use; throws on anything else. */
const drawnIn = (markdown: string): Drawn => {
  const lines = markdown.split("\n")
  expect(lines.slice(0, 2)).toEqual(["```mermaid", "stateDiagram-v2"])
  expect(lines.slice(-2)).toEqual(["```", ""])
  const states: Array<string> = []
  const starts: Array<string> = []
  const arrows: Array<Drawn["arrows"][number]> = []
  for (const line of lines.slice(2, -2)) {
    const state = /^ {4}state "([a-z_]+)" as \1$/u.exec(line)?.[1]
    const start = /^ {4}\[\*\] --> ([a-z_]+)$/u.exec(line)?.[1]
    // A label must not have what Mermaid reads as something else.
    const [, from, to, label] = /^ {4}([a-z_]+) --> ([a-z_]+): ([\p{L} ,]+)$/u.exec(line) ?? []
    if (state !== undefined) states.push(state)
    else if (start !== undefined) starts.push(start)
    else if (from !== undefined && to !== undefined && label !== undefined) arrows.push({ from, to, label })
    else throw new Error(`not a line of a state diagram: ${line}`)
  }
  const [start, ...more] = starts
  if (start === undefined || more.length > 0) throw new Error("a diagram starts once")
  return { states, start, arrows }
}

const [, transitions] = orderPages()
const [before, after] = (transitions?.body.match(/```mermaid\n[^`]*```\n/gu) ?? []).map(drawnIn)
if (before === undefined || after === undefined) throw new Error("there are two diagrams")

describe.each([
  ["until a payment is confirmed", before],
  ["once a payment is confirmed", after],
])("the diagram %s", (_, { states, start, arrows }) => {
  it("declares each state once, and draws only these", () => {
    expect(new Set(states).size).toBe(states.length)
    expect(states).toContain(start)
    for (const { from, to } of arrows) expect(states).toEqual(expect.arrayContaining([from, to]))
  })

  it("leads from its start to every state", () => {
    const reached = new Set([start])
    for (const place of reached) for (const { from, to } of arrows) if (from === place) reached.add(to)
    expect([...reached].toSorted()).toEqual(states.toSorted())
  })

  it("draws one arrow between two states, and none in place", () => {
    expect(new Set(arrows.map(({ from, to }) => `${from} ${to}`)).size).toBe(arrows.length)
    for (const { from, to } of arrows) expect(from).not.toBe(to)
  })
})

describe("the diagrams", () => {
  it("show every status together, and share the payment", () => {
    expect(new Set([...before.states, ...after.states])).toEqual(new Set(OrderStatus.literals))
    expect(before.states.filter((state) => after.states.includes(state))).toEqual(["paid"])
  })

  it("start no payment without an attempt", () => {
    expect(before.arrows.filter(({ from }) => from === "created").map(({ to }) => to)).toEqual(["pending", "canceled"])
  })
})
