// A decision is found by its number for ever, and whatever links to a page of the documentation, or to a place on it, leads there.
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
const sources = filesOf("{apps,bench,examples,packages,scripts,tools}/**/*.{ts,mjs,js}")

interface Decision {
  readonly number: string
  readonly title: string
  readonly chapter: string
  /** Before its heading: the place that links lead to. */
  readonly anchor: string | undefined
  /** After its heading: when it was made, and whether it was superseded. */
  readonly state: string
}

const decisionsOf = (file: string): ReadonlyArray<Decision> => {
  const blocks = read(file).trimEnd().split("\n\n")
  return blocks.flatMap((block, position) => {
    const [, number, title] = /^### ([0-9]{4}) (.+)$/u.exec(block) ?? []
    if (number === undefined || title === undefined) return []
    const state = (blocks[position + 1] ?? "").replaceAll("\n", " ")
    return [{ number, title, chapter: basename(file), anchor: blocks[position - 1], state }]
  })
}

const chapters = filesOf(join(folder, "*.md")).filter((file) => basename(file) !== "README.md")
const decisions = chapters.flatMap(decisionsOf).toSorted((one, other) => Number(one.number) - Number(other.number))
const numbers = decisions.map(({ number }) => number)

/** The sentences behind the date, such as `Amended by [0201](orders.md#0201)`, cut into what they say and the numbers they name. */
const relationsOf = ({ state }: Decision) =>
  state.split(/\.(?: |$)/u).flatMap((sentence) => {
    const [said = ""] = /^(?:Supersedes|Superseded by|Amends|Amended by)\b/u.exec(sentence) ?? []
    return [...sentence.matchAll(/\[(\d{4})\]/gu)].map(([, other = ""]) => ({ said, other }))
  })

describe("decisions", () => {
  it("have a number each, and no two the same", () => {
    expect(numbers.length).toBeGreaterThanOrEqual(160)
    expect(numbers).toEqual([...new Set(numbers)])
  })

  it("can be linked to by their number", () => {
    expect(decisions.filter(({ anchor, number }) => anchor !== `<a id="${number}"></a>`)).toEqual([])
    const headings = chapters.flatMap((file) => read(file).match(/^### .*$/gmu) ?? [])
    expect(headings.length).toBe(decisions.length)
  })

  it("say when they were made, and which others they change or are changed by", () => {
    const form =
      /^20\d\d-\d\d-\d\d\.( (Supersedes|Superseded by|Amends|Amended by) \[\d{4}\]\([^)]+\)(, \[\d{4}\]\([^)]+\))*\.)*$/u
    expect(decisions.filter(({ state }) => !form.test(state))).toEqual([])
  })

  it("agree on which of two supersedes or amends the other", () => {
    const told = decisions.flatMap((decision) =>
      relationsOf(decision).map(({ said, other }) => `${decision.number} ${said} ${other}`),
    )
    const inverse: Readonly<Record<string, string>> = {
      Supersedes: "Superseded by",
      Amends: "Amended by",
      "Superseded by": "Supersedes",
      "Amended by": "Amends",
    }
    const expected = decisions.flatMap((decision) =>
      relationsOf(decision).map(({ said, other }) => `${other} ${inverse[said]} ${decision.number}`),
    )
    expect(told.length).toBeGreaterThan(50)
    expect(told.toSorted()).toEqual(expected.toSorted())
  })

  it("stand in the index by number, with their title, what superseded them, and their chapter", () => {
    const rows = read(join(folder, "README.md")).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) +\| (.+?) +\| (.+?) +\|$/gmu)
    const shown = [...rows].map(([, number, link, title, chapter]) => ({ number, link, title, chapter }))
    const expected = decisions.map((decision) => {
      const { chapter, number, title } = decision
      const later = relationsOf(decision).find(({ said }) => said === "Superseded by")
      return {
        number,
        link: `${chapter}#${number}`,
        title: later === undefined ? title : `${title} (superseded by ${later.other})`,
        chapter: /^# (.+)$/mu.exec(read(join(folder, chapter)))?.[1],
      }
    })
    expect(shown).toEqual(expected)
  })

  it("stand in chapters that the index names", () => {
    const index = read(join(folder, "README.md"))
    expect(chapters.filter((file) => !index.includes(`](${basename(file)})`))).toEqual([])
  })

  it("are there where a file names them", () => {
    const named = [...pages, ...sources].flatMap((file) =>
      [...read(file).matchAll(/\bdecisions? (\d{4})\b/gu)].map(([, number = ""]) => ({ file, number })),
    )
    expect(named.filter(({ number }) => !numbers.includes(number))).toEqual([])
  })
})

/** A page without its blocks of code. */
const textOf = (page: string): string => read(page).replaceAll(/^ *```.*\n[\s\S]*?^ *```$/gmu, "")

/** The places of a page that links may lead to: its headings, called as GitHub calls them, and its anchors. */
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

  it("leads to a file that is there, and to a place on it", () => {
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
