/**
 * Counts a service's work in memory, and prints the counts for Prometheus.
 *
 * An instrument is made once for each set of label values, and then called: that is an addition, without a look-up and
 * without an effect.
 */
import { Context, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { Buckets } from "./buckets.ts"
import type { CounterMetric, GaugeMetric, HistogramMetric } from "./catalogue.ts"

/** The values of the labels of one series. */
export type LabelValues<Label extends string> = Readonly<Record<Label, string>>

export class Meter extends Context.Service<
  Meter,
  {
    /** Shown as 0 from now on. Whoever asks for one again is given the same. @returns adds to it: 1 by default, never less than 0 */
    readonly counter: <Label extends string>(
      metric: CounterMetric<Label>,
      labels: LabelValues<Label>,
    ) => (by?: number) => void
    /** Shown once there is a value. @returns records one */
    readonly histogram: <Label extends string>(
      metric: HistogramMetric<Label>,
      labels: LabelValues<Label>,
    ) => (value: number) => void
    /** Shown from now on, with what `read` returns each time. @returns removes it */
    readonly gauge: <Label extends string>(
      metric: GaugeMetric<Label>,
      labels: LabelValues<Label>,
      read: () => number,
    ) => () => void
    /** Registers a counter whose value another part counts. */
    readonly countedElsewhere: <Label extends string>(
      metric: CounterMetric<Label>,
      labels: LabelValues<Label>,
      read: () => number,
    ) => () => void
    /** All metrics, in Prometheus' text format. */
    readonly text: () => string
  }
>()("@vintem/api/metrics/Meter") {
  /** The meter of one service. Other services in the process have their own. */
  static readonly layer = Layer.sync(Meter, () => {
    const registry = Context.make(Metric.MetricRegistry, new Map())
    const described = ({ name, help }: { readonly name: string; readonly help: string }) =>
      [name, { description: help }] as const
    const told = <Input, State>(metric: Metric.Metric<Input, State>, labels: LabelValues<string>, get: () => State) => {
      const registration = Metric.registerUnsafe(Metric.withAttributes(metric, labels), registry, {
        get,
        update: () => {},
        modify: () => {},
      })
      return () => registration.remove()
    }
    const counters = new Map<string, (by?: number) => void>()
    return Meter.of({
      counter: (metric, labels) => {
        const series = `${metric.name} ${JSON.stringify(labels)}`
        const known = counters.get(series)
        if (known !== undefined) return known
        let count = 0
        const [name, options] = described(metric)
        told(Metric.counter(name, { ...options, incremental: true }), labels, () => ({ count, incremental: true }))
        const add = (by = 1): void => {
          count += by
        }
        counters.set(series, add)
        return add
      },
      histogram: (metric, labels) => {
        const { boundaries } = metric
        const [name, options] = described(metric)
        const buckets = new Buckets(boundaries)
        let isTold = false
        return (value) => {
          if (!isTold) told(Metric.histogram(name, { ...options, boundaries }), labels, () => buckets.state)
          isTold = true
          buckets.add(value)
        }
      },
      gauge: (metric, labels, read) => told(Metric.gauge(...described(metric)), labels, () => ({ value: read() })),
      countedElsewhere: (metric, labels, read) =>
        told(Metric.counter(...described(metric)), labels, () => ({ count: read(), incremental: true })),
      text: () => PrometheusMetrics.formatUnsafe(registry),
    })
  })
}

/** The content type for Prometheus. */
export const textFormat = "text/plain; version=0.0.4; charset=utf-8"
