import { readdir } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { pageText } from "./page.ts"
import { referencePages } from "./pages.ts"

const [index, ...pages] = referencePages

describe("the pages of the reference", () => {
  it("are the files of its folder, and no others", async () => {
    const names = await readdir(new URL("../../../../docs/reference/", import.meta.url))
    expect(names.toSorted()).toEqual(referencePages.map(({ name }) => name).toSorted())
  })

  it("are all in the index", () => {
    expect(index?.name).toBe("README.md")
    for (const { name, title } of pages) expect(index?.body).toContain(`[${title}](${name})`)
  })

  it.each(referencePages)("$name says how it is made, links to pages there are, and ends with a line break", (page) => {
    const text = pageText(page)
    expect(text).toContain("`npm run generate`")
    for (const [, target] of text.matchAll(/\]\(([^)]+)\)/gu))
      expect(referencePages.map(({ name }) => name)).toContain(target)
    expect(text).toMatch(/[^\n]\n$/u)
  })
})
