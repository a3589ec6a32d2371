// Pages, as Laravel's paginator (framework 13.26) prints them.
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { PageEnvelope, pageEnvelope, pageWindow } from "./pagination.ts"

const path = "https://payments.example.com/api/v1/order"

const envelope = (page: number, total: number, query: ReadonlyArray<readonly [string, string]> = []) => {
  const count = Math.max(0, Math.min(15, total - (page - 1) * 15))
  return pageEnvelope({ entries: Array.from({ length: count }, () => "x"), total, page, perPage: 15, path, query })
}

describe("pageWindow", () => {
  const pages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const gap = "..."

  it.each([
    [5, 13, pages(1, 13)],
    [5, 14, [...pages(1, 10), gap, 13, 14]],
    [7, 14, [...pages(1, 10), gap, 13, 14]],
    [8, 14, [1, 2, gap, ...pages(5, 14)]],
    [7, 20, [...pages(1, 10), gap, 19, 20]],
    [8, 20, [1, 2, gap, ...pages(5, 11), gap, 19, 20]],
    [13, 20, [1, 2, gap, ...pages(10, 16), gap, 19, 20]],
    [14, 20, [1, 2, gap, ...pages(11, 20)]],
    [20, 20, [1, 2, gap, ...pages(11, 20)]],
    [50, 20, [1, 2, gap, ...pages(11, 20)]],
    [1, 1, [1]],
  ])("on page %i of %i", (current, last, entries) => {
    expect(pageWindow(current, last)).toEqual(entries)
  })

  it("law: lists the current page, and no page twice or out of order", () => {
    for (let last = 1; last <= 40; last++) {
      for (let current = 1; current <= last; current++) {
        const listed = pageWindow(current, last).filter((entry) => typeof entry === "number")
        expect(listed).toContain(current)
        expect(listed).toEqual([...new Set(listed)].toSorted((left, right) => left - right))
        expect([listed.at(0), listed.at(-1)]).toEqual([1, last])
      }
    }
  })
})

describe("pageEnvelope", () => {
  it("prints the middle of a list", () => {
    const { data, links, meta } = envelope(2, 40)
    expect(data).toHaveLength(15)
    expect(links).toEqual({
      first: `${path}?page=1`,
      last: `${path}?page=3`,
      prev: `${path}?page=1`,
      next: `${path}?page=3`,
    })
    expect(meta).toEqual({
      current_page: 2,
      from: 16,
      last_page: 3,
      links: [
        { url: `${path}?page=1`, label: "&laquo; Previous", active: false },
        { url: `${path}?page=1`, label: "1", active: false },
        { url: `${path}?page=2`, label: "2", active: true },
        { url: `${path}?page=3`, label: "3", active: false },
        { url: `${path}?page=3`, label: "Next &raquo;", active: false },
      ],
      path,
      per_page: 15,
      to: 30,
      total: 40,
    })
  })

  it("prints keys in the paginator's order", () => {
    expect(Object.keys(envelope(1, 1))).toEqual(["data", "links", "meta"])
    expect(Object.keys(envelope(1, 1).links)).toEqual(["first", "last", "prev", "next"])
    expect(Object.keys(envelope(1, 1).meta)).toEqual([
      ...["current_page", "from", "last_page", "links"],
      ...["path", "per_page", "to", "total"],
    ])
  })

  it.each([
    [1, 0, { from: null, to: null, last_page: 1, current_page: 1, total: 0 }, null, null],
    [1, 1, { from: 1, to: 1, last_page: 1 }, null, null],
    [1, 15, { from: 1, to: 15, last_page: 1 }, null, null],
    [1, 16, { from: 1, to: 15, last_page: 2 }, null, 2],
    [2, 16, { from: 16, to: 16, last_page: 2 }, 1, null],
    [9, 16, { from: null, to: null, last_page: 2, current_page: 9 }, 8, null],
  ])("prints page %i of %i entries", (page, total, meta, prev, next) => {
    const printed = envelope(page, total)
    const urlOf = (target: number | null) => (target === null ? null : `${path}?page=${target}`)
    expect(printed.meta).toMatchObject(meta)
    expect(printed.links.prev).toBe(urlOf(prev))
    expect(printed.links.next).toBe(urlOf(next))
  })

  it("shows a gap without a URL", () => {
    expect(envelope(1, 15 * 14).meta.links).toContainEqual({ url: null, label: "...", active: false })
  })

  const queries: ReadonlyArray<readonly [string, ReadonlyArray<readonly [string, string]>]> = [
    [
      "status=paid%2Cunpaid&from=2026-11-01&page=2",
      [
        ["status", "paid,unpaid"],
        ["from", "2026-11-01"],
      ],
    ],
    [
      "from=2026-11-01&status=paid&page=2",
      [
        ["page", "7"],
        ["from", "2026-11-01"],
        ["status", "paid"],
      ],
    ],
    ["src=a%20b%26c%3Dd%2B%27%21%28%2A%29~&page=2", [["src", "a b&c=d+'!(*)~"]]],
    [
      "ref=S%C3%A3o&a%5B0%5D=1&page=2",
      [
        ["ref", "São"],
        ["a[0]", "1"],
      ],
    ],
    [
      "ref=x&ref=y&page=2",
      [
        ["ref", "x"],
        ["ref", "y"],
      ],
    ],
    ["page=2", [["src", ""]]],
    ["src=%EF%BF%BD&page=2", [["src", "\ud800"]]],
  ]

  it.each(queries)("keeps the query: ?%s", (kept, query) => {
    expect(envelope(1, 16, query).links.next).toBe(`${path}?${kept}`)
  })

  it("reads the query of a URL", () => {
    const query = new URLSearchParams("status=paid,unpaid&src=a+b")
    const { links } = pageEnvelope({ entries: [], total: 0, page: 1, perPage: 15, path, query })
    expect(links.first).toBe(`${path}?status=paid%2Cunpaid&src=a%20b&page=1`)
  })

  it("matches its schema", () => {
    const decode = Schema.decodeUnknownSync(PageEnvelope(Schema.String), { onExcessProperty: "error" })
    for (const [page, total] of [
      [1, 0],
      [1, 300],
      [12, 300],
      [99, 300],
    ] as const) {
      expect(() => decode(envelope(page, total))).not.toThrow()
    }
  })
})
