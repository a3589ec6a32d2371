/**
 * Every metric of `/metrics`: its name, type, labels, and what it says.
 */
import { markdownTable, type ReferencePage } from "@vintem/reference"
import { describedMetrics, type MetricDescription } from "../metrics/catalogue.ts"

export const metricsPage = (): ReferencePage => ({
  name: "metrics.md",
  title: "Metrics",
  about: "What `GET /metrics` tells, for Prometheus.",
  body: `A process tells what it did itself since its start. What is in the store, from \`vintem_store_up\` on, each process tells alike: take
the highest, not the sum. The values of labels are a closed set. A histogram has \`_bucket\`, \`_sum\` and \`_count\`.

${markdownTable(["name", "type", "labels", "meaning"], describedMetrics.map(rowOf))}`,
})

const rowOf = ({ help, labels, name, type }: MetricDescription): ReadonlyArray<string> => [
  `\`${name}\``,
  type,
  labels.map((label) => `\`${label}\``).join(", "),
  help,
]
