// The page that lists the files a request passes names existing files, and few enough to read in one sitting.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"

const page = join(import.meta.dirname, "../docs/how-a-request-travels.md")

const [, ...journeys] = readFileSync(page, "utf8").split(/^## /mu)

const lists = journeys.map((journey): readonly [string, ReadonlyArray<string>] => {
  const [title = ""] = journey.split("\n")
  return [title, journey.split("\n").filter((line) => /^\d+\. /u.test(line))]
})

describe("how a request travels", () => {
  it("has a list for an order and one for a scheduled job", () => {
    expect(lists).toHaveLength(2)
  })

  it.each(lists)("%s: begins every step with an existing file", (_, steps) => {
    const files = steps.map((step) => /^\d+\. \[[^\]]+\]\(([^)]+)\)/u.exec(step)?.[1] ?? step)
    expect(files.filter((file) => !existsSync(join(dirname(page), file)))).toEqual([])
  })

  it.each(lists)("%s: lists twenty files at most, each once", (_, steps) => {
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.length).toBeLessThanOrEqual(20)
    expect(new Set(steps).size).toBe(steps.length)
  })
})
