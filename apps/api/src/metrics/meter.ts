/**
 * Counts what one service does, in memory, and tells it as Prometheus reads it.
 *
 * An instrument is made once for each set of label values, and then called: that is a look-up and an addition, and no effect.
 */
import { Context, Layer, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { CounterMetric, GaugeMetric, HistogramMetric } from "./catalogue.ts"

/** The values of the labels of one series. */
export type LabelValues<Label extends string> = Readonly<Record<Label, string>>

export class Meter extends Context.Service<
  Meter,
  {
    /** Told as 0 from now on. @returns adds to it: 1, unless told otherwise, and never less than 0 */
    readonly counter: <Label extends string>(
      metric: CounterMetric<Label>,
      labels: LabelValues<Label>,
    ) => (by?: number) => void
    /** Told once there is a value. @returns notes one */
    readonly histogram: <Label extends string>(
      metric: HistogramMetric<Label>,
      labels: LabelValues<Label>,
    ) => (value: number) => void
    /** Told from now on, as `read` has it each time. @returns has it told no more */
    readonly gauge: <Label extends string>(
      metric: GaugeMetric<Label>,
      labels: LabelValues<Label>,
      read: () => number,
    ) => () => void
    /** The same of what somebody else counts. */
    readonly countedElsewhere: <Label extends string>(
      metric: CounterMetric<Label>,
      labels: LabelValues<Label>,
      read: () => number,
    ) => () => void
    /** All of it, in Prometheus' text format. */
    readonly text: () => string
  }
>()("@vintem/api/metrics/Meter") {
  /** Of one service: it counts for itself, whatever else runs in the process. */
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
    return Meter.of({
      counter: (metric, labels) => {
        const [name, options] = described(metric)
        const series = Metric.withAttributes(Metric.counter(name, { ...options, incremental: true }), labels)
        series.updateUnsafe(0, registry)
        return (by = 1) => series.updateUnsafe(by, registry)
      },
      histogram: (metric, labels) => {
        const [name, options] = described(metric)
        const series = Metric.withAttributes(
          Metric.histogram(name, { ...options, boundaries: metric.boundaries }),
          labels,
        )
        return (value) => series.updateUnsafe(value, registry)
      },
      gauge: (metric, labels, read) => told(Metric.gauge(...described(metric)), labels, () => ({ value: read() })),
      countedElsewhere: (metric, labels, read) =>
        told(Metric.counter(...described(metric)), labels, () => ({ count: read(), incremental: true })),
      text: () => PrometheusMetrics.formatUnsafe(registry),
    })
  })
}

/** What Prometheus is told the text is. */
export const textFormat = "text/plain; version=0.0.4; charset=utf-8"
