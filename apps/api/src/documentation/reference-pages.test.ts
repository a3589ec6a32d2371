import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { pageText, payloadSchemaName, referencePages } from "@vintem/reference"
import { describe, expect, it } from "vitest"
import { commandsPage } from "./commands-page.ts"
import { metricsPage } from "./metrics-page.ts"
import { personalDataPage } from "./personal-data-page.ts"

const folder = new URL("../../../../docs/reference/", import.meta.url)

const all = referencePages([metricsPage(), commandsPage(), personalDataPage()])
const [index, ...pages] = all

describe("the pages of the reference", () => {
  it("are the files of its folder, and no others", async () => {
    const names = await readdir(folder)
    expect(names.toSorted()).toEqual([...all.map(({ name }) => name), payloadSchemaName].toSorted())
  })

  it("are all in the index", () => {
    expect(index?.name).toBe("README.md")
    for (const { name, title } of pages) expect(index?.body).toContain(`[${title}](${name})`)
  })

  it.each([...all])("$name says how it is generated, has only working links, and ends with a line break", (page) => {
    const text = pageText(page)
    expect(text).toContain("`npm run generate`")
    for (const [, target] of text.matchAll(/\]\(([^)]+)\)/gu))
      if (!/^https:/u.test(target ?? "")) expect(existsSync(new URL(target ?? "", folder)), target).toBe(true)
    expect(text).toMatch(/[^\n]\n$/u)
  })
})
