/** Every metric of `/metrics`: its name, type, labels and meaning. */
import { markdownTable, type ReferencePage } from "@vintem/reference"
import { describedMetrics, type MetricDescription } from "../metrics/catalogue.ts"

export const metricsPage = (): ReferencePage => ({
  name: "metrics.md",
  title: "Metrics",
  about: "The metrics of `GET /metrics`, for Prometheus.",
  body: `A process reports its own work since its start. From \`vintem_store_up\` on, every process reports the same store: take the
maximum, not the sum. The values of labels are a closed set. A histogram has \`_bucket\`, \`_sum\` and \`_count\`.

${markdownTable(["name", "type", "labels", "meaning"], describedMetrics.map(rowOf))}`,
})

const rowOf = ({ help, labels, name, type }: MetricDescription): ReadonlyArray<string> => [
  `\`${name}\``,
  type,
  labels.map((label) => `\`${label}\``).join(", "),
  help,
]
