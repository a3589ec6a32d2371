// Every event in a machine's life matches its JSON Schema in its logged form.
import { batchMachine } from "@vintem/domain/batch"
import type { Machine, MachineTypes } from "@vintem/domain/machine"
import { orderMachine } from "@vintem/domain/order"
import { linkMachine } from "@vintem/domain/payment-link"
import { subscriptionMachine } from "@vintem/domain/subscription"
import { batchHistories, histories, linkHistories, subscriptionHistories } from "@vintem/testing"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { eventSchemas } from "./event-schemas.ts"

const isDescribedBy = (subject: string) =>
  new Ajv2020({ strict: false, validateFormats: false }).compile(eventSchemas.get(subject) ?? false)

/** Events of lives, as JSON. */
const written = <M extends MachineTypes>(
  machine: Machine<M>,
  lives: fc.Arbitrary<ReadonlyArray<M["creation"] | M["change"]>>,
) => {
  const write = Schema.encodeSync(machine.event)
  return lives.map((events) => events.map((event) => write(event)))
}

const logs = {
  order: written(
    orderMachine,
    histories.map(({ cast, changes }) => [cast.placing, ...changes]),
  ),
  "payment-link": written(
    linkMachine,
    linkHistories.map(({ created, changes }) => [created, ...changes]),
  ),
  batch: written(
    batchMachine,
    batchHistories.map(({ created, changes }) => [created, ...changes]),
  ),
  subscription: written(
    subscriptionMachine,
    subscriptionHistories.map(({ begun, changes }) => [begun, ...changes]),
  ),
}

describe.each(Object.entries(logs))("the JSON Schema of the events of: %s", (subject, log) => {
  const isDescribed = isDescribedBy(subject)

  it("describes every event of a life", () => {
    fc.assert(
      fc.property(log, (events) => events.every((event) => isDescribed(event))),
      { numRuns: 50 },
    )
  })

  it("describes no event of another name, nor one without its instant", () => {
    const [[first] = []] = fc.sample(log, { numRuns: 1, seed: 1 })
    expect(isDescribed(first)).toBe(true)
    expect(isDescribed(Object.assign({}, first, { _tag: "Unknown" }))).toBe(false)
    expect(isDescribed(Object.assign({}, first, { at: undefined }))).toBe(false)
  })
})
