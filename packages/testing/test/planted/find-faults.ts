// `node --conditions=vintem-source find-faults.ts`: plants each fault in a copy of the domain, and prints as JSON what the
// published laws say of each copy. The modules of one copy have its fault in their addresses' query.
import { registerHooks } from "node:module"
import { fileURLToPath } from "node:url"
import fc from "fast-check"
import { type PlantedFault, plantedFaults } from "./faults.ts"

const packages = new URL("../../../", import.meta.url).href

/** The index of the fault in this address's copy. */
const faultIn = (address: string | undefined): string | null =>
  address === undefined ? null : new URL(address).searchParams.get("fault")

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context)
    const fault = faultIn(context.parentURL)
    if (fault === null || !resolved.url.startsWith(packages)) return resolved
    return { ...resolved, url: `${resolved.url}?fault=${fault}` }
  },
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context)
    const fault = plantedFaults[Number(faultIn(url) ?? -1)]
    if (fault === undefined || !fileURLToPath(url).endsWith(`/domain/src/${fault.file}`)) return loaded
    return { ...loaded, source: withFault(String(loaded.source), fault) }
  },
})

const withFault = (source: string, { name, line, planted }: PlantedFault): string => {
  const [before, after, ...others] = source.split(line)
  if (before === undefined || after === undefined || others.length > 0) throw new Error(`${name}: no single place`)
  return before + planted + after
}

type Published = typeof import("../../src/index.ts")

/** Stops at the first value with a violation. */
const search = <Value>(
  values: fc.Arbitrary<Value>,
  violationsOf: (value: Value) => ReadonlyArray<string>,
): string[] => {
  const found: Array<string> = []
  const property = fc.property(values, (value) => {
    found.push(...violationsOf(value))
    return found.length === 0
  })
  const { failed, errorInstance } = fc.check(property, { numRuns: 500, seed: 1, endOnFailure: true })
  if (failed && found.length === 0) throw errorInstance
  return found
}

const ordersSearched = (published: Published): ReadonlyArray<string> => {
  const { orderArrivalLaws, orderLaws, orderStepLaws, stateViolations, stepViolations, testedOrder } = published
  const stepLaws = [...published.stepLawsOf(testedOrder), ...orderStepLaws]
  const stateLaws = [...published.stateLawsOf(testedOrder), ...orderLaws]
  const { attemptUpdate, exampleOrder, startAttempt, walkOf } = published
  const { counterexample } = walkOf(testedOrder, {
    start: exampleOrder(),
    moves: [startAttempt(1, "pix"), attemptUpdate(1, "open"), startAttempt(2, "pix"), attemptUpdate(2, "open")],
    depthMax: 4,
    markOf: ({ version: _, ...order }) => JSON.stringify(order),
    stepLaws: orderStepLaws,
    stateLaws: orderLaws,
  })
  if (counterexample !== null) return [counterexample]
  const found = search(published.histories, ({ steps }) =>
    steps.flatMap((taken) => [
      ...stepViolations(stepLaws, taken),
      ...stateViolations(stateLaws, taken.after, taken.move.at),
    ]),
  )
  return found.length > 0 ? found : search(published.arrivals(), (arrived) => stepViolations(orderArrivalLaws, arrived))
}

const subscriptionsSearched = (published: Published): ReadonlyArray<string> => {
  const { stateViolations, stepViolations, testedSubscription } = published
  const stepLaws = [...published.stepLawsOf(testedSubscription), ...published.subscriptionStepLaws]
  const stateLaws = [...published.stateLawsOf(testedSubscription), ...published.subscriptionLaws]
  return search(published.subscriptionHistories, ({ begun, steps, changes }) => [
    ...stepViolations(published.subscriptionLogLaws, [begun, ...changes]),
    ...steps.flatMap((taken) => [
      ...stepViolations(stepLaws, taken),
      ...stateViolations(stateLaws, taken.after, taken.move.at),
    ]),
  ])
}

Error.stackTraceLimit = 0 // thousands of commands are refused, and nobody reads their traces
const published = new URL("../../src/index.ts", import.meta.url).href
const violations: Array<ReadonlyArray<string>> = []
for (const [index, { file }] of plantedFaults.entries()) {
  const copy: Published = await import(`${published}?fault=${index}`)
  violations.push(file.startsWith("subscription/") ? subscriptionsSearched(copy) : ordersSearched(copy))
}
process.stdout.write(JSON.stringify(violations))
