/**
 * A strict reader of Prometheus' text format: it fails on everything that a scraper might stumble on.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
import { expect } from "vitest"

/** One line with a value. */
interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples under one name. */
export interface Family {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly samples: ReadonlyArray<Sample>
}

const head = /^# HELP ([a-z][a-z0-9_]*) (\S.*)$/u
const kind = /^# TYPE ([a-z][a-z0-9_]*) (counter|gauge|histogram)$/u
const line = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/u
const label = /([a-z][a-z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/gu
const number = /^-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+?Inf)$/u

/** Reads a whole text; fails the test if it is malformed, or repeats itself. */
export const readExposition = (text: string): ReadonlyArray<Family> => {
  expect(text.endsWith("\n")).toBe(true)
  const families: Array<Family & { readonly samples: Array<Sample> }> = []
  const seen = new Set<string>()
  const lines = text.trimEnd().split("\n")
  for (const [position, one] of lines.entries()) {
    const [, name, help] = head.exec(one) ?? []
    if (name !== undefined && help !== undefined) {
      const [, typed, type = ""] = kind.exec(lines[position + 1] ?? "") ?? []
      expect([name, typed]).toEqual([name, name])
      expect(families.map((family) => family.name)).not.toContain(name)
      families.push({ name, help, type, samples: [] })
      continue
    }
    if (kind.test(one)) continue
    const [, sampled, labels = "", value = ""] = line.exec(one) ?? []
    if (sampled === undefined || !number.test(value)) throw new Error(`Not a line of the format: ${one}`)
    const pairs = [...labels.matchAll(label)].map(([, key = "", text = ""]) => [key, text] as const)
    expect(pairs.map(([key, text]) => `${key}="${text}"`).join(",")).toBe(labels)
    expect([...seen]).not.toContain(`${sampled}{${labels}}`)
    seen.add(`${sampled}{${labels}}`)
    const family = families.at(-1)
    expect(namesOf(family)).toContain(sampled)
    family?.samples.push({
      name: sampled,
      labels: Object.fromEntries(pairs),
      value: Number(value.replace("Inf", "Infinity")),
    })
  }
  return families
}

/** The names of a family's lines. */
const namesOf = (family: Family | undefined): ReadonlyArray<string> => {
  if (family === undefined) return []
  return family.type === "histogram"
    ? ["_bucket", "_sum", "_count"].map((ending) => `${family.name}${ending}`)
    : [family.name]
}

/** The value of the series that has at least these labels; undefined if there is none. */
export const valueOf = (
  families: ReadonlyArray<Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined =>
  families
    .flatMap(({ samples }) => samples)
    .find(
      (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )?.value
