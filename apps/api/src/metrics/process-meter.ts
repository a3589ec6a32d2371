/**
 * Metrics of the process: its processor time, memory, open files, and event loop delay.
 *
 * Everything is read with the metrics. The event loop is measured from the first read on: a process whose metrics
 * nobody reads pays nothing.
 */
import { readdirSync } from "node:fs"
import { performance } from "node:perf_hooks"
import { Effect, Layer, Result } from "effect"
import { catalogue, type GaugeMetric } from "./catalogue.ts"
import { eventLoopDelays } from "./event-loop-delays.ts"
import { Meter } from "./meter.ts"

export const processMeter = Layer.effectDiscard(
  Effect.gen(function* () {
    const { gauge, countedElsewhere } = yield* Meter
    const tell = (metric: GaugeMetric<never>, read: () => number) => gauge(metric, {}, read)
    countedElsewhere(catalogue.processorTime, {}, () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    })
    tell(catalogue.residentMemory, () => process.memoryUsage.rss())
    tell(catalogue.startTime, () => performance.timeOrigin / 1e3)
    if (openFiles() !== undefined) tell(catalogue.openFiles, () => openFiles() ?? 0)
    tell(catalogue.heapUsed, () => process.memoryUsage().heapUsed)
    tell(catalogue.heapTotal, () => process.memoryUsage().heapTotal)
    tell(catalogue.externalMemory, () => process.memoryUsage().external)
    tell(catalogue.activeResources, () => process.getActiveResourcesInfo().length)
    for (const state of ["active", "idle"] as const) {
      countedElsewhere(
        catalogue.eventLoopTime,
        { nodejs_eventloop_state: state },
        () => performance.eventLoopUtilization()[state] / 1e3,
      )
    }
    const delays = yield* eventLoopDelays
    tell(catalogue.eventLoopDelayMedian, () => delays().percentile(50) / 1e9)
    tell(catalogue.eventLoopDelay99, () => delays().percentile(99) / 1e9)
    tell(catalogue.eventLoopDelayMax, () => {
      const watched = delays()
      const longest = watched.max / 1e9
      watched.reset() // the last of the three reads
      return longest
    })
  }),
)

/** Node's own list of open files, on Linux. */
const openFiles = (): number | undefined =>
  Result.getOrUndefined(Result.try(() => readdirSync("/proc/self/fd").length - 1)) // the listing itself has one open
