// Each decision is found by its number, pages for new readers stay short, and each link of the documentation leads
// somewhere.
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")
const folder = join("docs", "decisions")

const isLeftOut = (path: string): boolean =>
  /^(node_modules|dist|data|\..+)$/u.test(basename(path)) || path === join("docs", "api")
const filesOf = (pattern: string): ReadonlyArray<string> => globSync(pattern, { cwd: root, exclude: isLeftOut })
const read = (file: string): string => readFileSync(join(root, file), "utf8")

const pages = filesOf("**/*.md")
const sources = filesOf("{apps,bench,examples,packages,proof,scripts,tools}/**/*.{ts,tsx,mjs,js}")

const chapters = filesOf(join(folder, "*.md")).filter((file) => basename(file) !== "README.md")

/** The numbers that links can name, in every chapter. */
const numbers = chapters.flatMap((file) =>
  [...read(file).matchAll(/<a id="(\d{4})"><\/a>/gu)].map(([, number]) => number),
)

const wordsOf = (files: ReadonlyArray<string>): number =>
  files.reduce((words, file) => words + read(file).split(/\s+/u).filter(Boolean).length, 0)

describe("decisions", () => {
  it("have a number each, and no two share one", () => {
    expect(numbers.length).toBeGreaterThanOrEqual(230)
    expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted())
  })

  it("can be linked to by a number, section by section", () => {
    const sections = chapters.flatMap((file) => {
      const blocks = read(file).split("\n\n")
      return blocks.flatMap((block, position) =>
        block.startsWith("### ") ? [{ file, block, anchors: blocks[position - 1] ?? "" }] : [],
      )
    })
    expect(sections.length).toBeGreaterThan(50)
    expect(sections.filter(({ anchors }) => !/^(<a id="\d{4}"><\/a>)+$/u.test(anchors))).toEqual([])
  })

  it("are in chapters that the first page names", () => {
    const first = read(join(folder, "README.md"))
    expect(chapters.filter((file) => !first.includes(`](${basename(file)})`))).toEqual([])
  })

  it("exist if a file names them", () => {
    const named = [...pages, ...sources].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d{4})\b/gu)].map(([, number = ""]) => ({ file, number })),
    )
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})

describe("a page for new readers", () => {
  it.each([
    ["README.md", 900, ["README.md"]],
    ["ARCHITECTURE.md", 2_000, ["ARCHITECTURE.md"]],
    ["docs/performance.md", 2_000, [join("docs", "performance.md")]],
    ["docs/decisions", 15_000, filesOf(join(folder, "*.md"))],
  ] satisfies ReadonlyArray<readonly [string, number, ReadonlyArray<string>]>)(
    "%s has at most %i words",
    (_, most, files) => {
      expect(wordsOf(files)).toBeLessThanOrEqual(most)
    },
  )
})

/** A page without its blocks of code. */
const textOf = (page: string): string => read(page).replaceAll(/^ *```.*\n[\s\S]*?^ *```$/gmu, "")

/** The link targets of a page: its headings, named as GitHub names them, and its anchors. */
const placesOf = (page: string): ReadonlySet<string> => {
  const text = textOf(page)
  const places = new Set([...text.matchAll(/<a id="([^"]+)">/gu)].map(([, id = ""]) => id))
  for (const [, heading = ""] of text.matchAll(/^#{1,6} (.+)$/gmu)) {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-")
    let place = name
    for (let again = 1; places.has(place); again += 1) place = `${name}-${again}`
    places.add(place)
  }
  return places
}

const placesByPage = new Map<string, ReadonlySet<string>>()
const isThere = (file: string, place: string | undefined): boolean => {
  if (!existsSync(join(root, file))) return false
  if (place === undefined || !file.endsWith(".md")) return true
  const places = placesByPage.get(file) ?? placesOf(file)
  placesByPage.set(file, places)
  return places.has(place)
}

const leadsNowhere = (from: string, to: string): boolean => {
  const [path = "", place] = to.split("#")
  return !isThere(path === "" ? from : normalize(join(dirname(from), path)), place)
}

describe("a link of the documentation", () => {
  it("is found in every place", () => {
    expect(pages.length).toBeGreaterThan(30)
    expect(sources.length).toBeGreaterThan(500)
  })

  it("leads to a file that exists, and to a place on it", () => {
    const links = pages.flatMap((page) =>
      [
        ...textOf(page)
          .replaceAll(/`[^`\n]*`/gu, "")
          .matchAll(/\]\(([^)\s]+)\)|\b(?:href|src)="([^"]+)"/gu),
      ]
        .map(([, link, attribute]) => ({ page, link: link ?? attribute ?? "" }))
        .filter(({ link }) => !/^[a-z]+:/u.test(link)),
    )
    expect(links.length).toBeGreaterThan(300)
    expect(links.filter(({ page, link }) => leadsNowhere(page, link))).toEqual([])
  })

  it("leads somewhere from a comment, too", () => {
    const links = sources.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/[a-z/-]+\.md(?:#[a-z0-9-]+)?/gu)].map(([link]) => ({ file, link })),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter(({ link }) => leadsNowhere("README.md", link))).toEqual([])
  })
})
