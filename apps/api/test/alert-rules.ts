/** The alert rules that come with the service, parsed from their file. */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { parse } from "yaml"

/** A file of `docs/monitoring`. */
export const monitoringFile = (name: string): string =>
  readFileSync(new URL(`../../../docs/monitoring/${name}`, import.meta.url), "utf8")

const Rules = Schema.Struct({
  groups: Schema.Array(
    Schema.Struct({
      rules: Schema.Array(
        Schema.Struct({
          alert: Schema.String,
          expr: Schema.String,
          for: Schema.optionalKey(Schema.String),
          labels: Schema.Struct({ severity: Schema.Literals(["critical", "warning", "info"]) }),
          annotations: Schema.Struct({ summary: Schema.String, runbook_url: Schema.String }),
        }),
      ),
    }),
  ),
})

export const alertRules = Schema.decodeUnknownSync(Rules)(parse(monitoringFile("alerts.yml"))).groups.flatMap(
  ({ rules }) => rules,
)

/** The threshold of an alert of the form `… > NUMBER`. */
export const thresholdOf = (name: string): number => {
  const [, number, times = "1"] =
    / > ([\d.e]+)(?: \* (\d+))?$/u.exec(alertRules.find(({ alert }) => alert === name)?.expr ?? "") ?? []
  if (number === undefined) throw new Error(`${name} has no threshold`)
  return Number(number) * Number(times)
}
