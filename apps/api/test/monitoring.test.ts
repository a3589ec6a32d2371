// The dashboard and the alerts that come with the service: the service has their metrics, and each alert has its
// section.
import { parser } from "@prometheus-io/lezer-promql"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { describedMetrics, type MetricDescription } from "../src/metrics/catalogue.ts"
import { alertRules, monitoringFile } from "./alert-rules.ts"

const Dashboard = Schema.Struct({
  panels: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      title: Schema.NonEmptyString,
      gridPos: Schema.Struct({ x: Schema.Int, y: Schema.Int, w: Schema.Int, h: Schema.Int }),
      targets: Schema.optionalKey(Schema.Array(Schema.Struct({ expr: Schema.String }))),
    }),
  ),
})
const { panels } = Schema.decodeUnknownSync(Dashboard)(JSON.parse(monitoringFile("dashboard.json")))

/** The queries, with Grafana's variables filled in. */
const queries = [
  ...alertRules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ targets = [], title }) =>
    targets.map(({ expr }) => [title, expr.replaceAll("$__rate_interval", "5m")] as const),
  ),
]

/** The sample names of each metric. */
const sampled = new Map<string, MetricDescription>(
  describedMetrics.flatMap((metric) =>
    metric.type === "histogram"
      ? ["_bucket", "_sum", "_count"].map((ending): [string, MetricDescription] => [`${metric.name}${ending}`, metric])
      : [[metric.name, metric]],
  ),
)

/** Labels that Prometheus adds to each series. */
const added = ["job", "instance"]

const faultsOf = (query: string): ReadonlyArray<string> => {
  const faults: Array<string> = []
  const known = new Set([...added, "le"])
  const tree = parser.parse(query)
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }) => query.slice(from, to)
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) faults.push(`is no query from ${node.from} on`)
      if (node.name !== "VectorSelector") return
      const identifier = node.node.getChild("Identifier")
      const name = identifier === null ? "" : textOf(identifier)
      const metric = sampled.get(name)
      if (metric === undefined && name !== "up") faults.push(`${name} is not told`)
      for (const label of metric?.labels ?? []) known.add(label)
      const isOverTime = node.node.parent?.name === "MatrixSelector"
      if (metric !== undefined && metric.type !== "gauge" && !isOverTime)
        faults.push(`${name} only goes up: take its rate`)
      for (const matcher of node.node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []) {
        const label = matcher.getChild("LabelName")
        const own = [...added, ...(metric?.labels ?? [])]
        if (label !== null && !own.includes(textOf(label))) faults.push(`${name} has no label ${textOf(label)}`)
      }
    },
  })
  tree.iterate({
    enter: (node) => {
      if (node.name === "LabelName" && !known.has(textOf(node))) faults.push(`no label ${textOf(node)}`)
    },
  })
  return faults
}

describe("a query of the dashboard and the alerts", () => {
  it.each(queries)("%s: %s", (_, query) => {
    expect(faultsOf(query)).toEqual([])
  })

  it.each([
    ["vintem_jobs_due{", "is no query"],
    ["vintem_job_due > 0", "is not told"],
    ["vintem_jobs_due{queue='work'}", "has no label queue"],
    ["sum by (queue) (vintem_jobs_due)", "no label queue"],
    ["vintem_charges_total > 5", "only goes up"],
    ["rate(vintem_webhook_delivery_lag_seconds[5m])", "is not told"],
  ])("would be reported in %s if it were wrong", (query, fault) => {
    expect(faultsOf(query).join()).toContain(fault)
  })

  it("shows every metric that the service has", () => {
    const asked = queries.map(([, query]) => query).join("\n")
    expect(describedMetrics.map(({ name }) => name).filter((name) => !asked.includes(name))).toEqual([])
  })
})

describe("an alert", () => {
  const page = monitoringFile("README.md")
  const sections = [...page.matchAll(/^### (Vintem\w+)$/gmu)].map(([, name = ""]) => name)

  it("has a unique name, and a section that says what it means and what to do", () => {
    const alerts = alertRules.map(({ alert }) => alert)
    expect(new Set(alerts).size).toBe(alerts.length)
    expect(sections).toEqual(alerts)
    for (const { alert, annotations } of alertRules) {
      expect(annotations.runbook_url).toBe(`docs/monitoring/README.md#${alert.toLowerCase()}`)
    }
    for (const section of page.split(/^### /mu).slice(1)) {
      expect(section).toContain("**Means**")
      expect(section).toContain("**Do**")
    }
  })
})

describe("the dashboard", () => {
  it("has its panels side by side, none on top of another", () => {
    const taken = new Set<string>()
    for (const { gridPos, title } of panels) {
      expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true])
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect([title, taken.has(`${x} ${y}`)]).toEqual([title, false])
          taken.add(`${x} ${y}`)
        }
      }
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  })
})
