// Reads `npm audit --json`: the advisories on installed packages, or the fact that the registry did not answer.

/** npm's severities, mildest first. */
const severities = ["info", "low", "moderate", "high", "critical"] as const
type Severity = (typeof severities)[number]

/** An advisory of this severity or a higher one fails the run. */
const failsFrom: Severity = "high"

export type AdvisoriesReport =
  | {
      readonly _tag: "Asked"
      /** The advisories that fail the run, one line each. */
      readonly failing: ReadonlyArray<string>
      /** How many packages have milder advisories. */
      readonly milder: number
    }
  /** The registry did not answer, or npm could not read the answer. */
  | { readonly _tag: "NotAsked"; readonly why: string }

interface Vulnerability {
  readonly name?: string
  readonly severity?: Severity
  readonly range?: string
  readonly via?: ReadonlyArray<string | { readonly title?: string; readonly url?: string }>
}

interface Printed {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>
  readonly message?: string
  readonly error?: { readonly summary?: string; readonly code?: string }
}

/** @param printed - standard output of `npm audit --json`, with any exit status */
export const advisoriesReport = (printed: string): AdvisoriesReport => {
  const { error, message, vulnerabilities }: Printed = parsed(printed)
  if (vulnerabilities === undefined) {
    return { _tag: "NotAsked", why: message ?? error?.summary ?? error?.code ?? "npm printed nothing that can be read" }
  }
  const all = Object.entries(vulnerabilities)
  const isFailing = ([, { severity }]: (typeof all)[number]) =>
    severity === undefined || !severities.slice(0, severities.indexOf(failsFrom)).includes(severity)
  const failing = all.filter(isFailing)
  return { _tag: "Asked", failing: failing.map(lineOf), milder: all.length - failing.length }
}

const lineOf = ([name, { range = "", severity, via = [] }]: readonly [string, Vulnerability]): string =>
  [
    `${severity ?? "of a severity nobody knows"}: ${name} ${range}`.trimEnd(),
    ...via.map((one) => (typeof one === "string" ? `by way of ${one}` : [one.title, one.url].join(" ").trim())),
  ].join("; ")

const parsed = (text: string): Printed => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
