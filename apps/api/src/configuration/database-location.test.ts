import { Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { databaseLocationKind } from "./database-location.ts"

describe("databaseLocationKind", () => {
  it.each([
    ["sqlite:./data/vintem.db", { _tag: "sqlite_file", path: "./data/vintem.db" }],
    ["sqlite:/var/lib/vintem.db", { _tag: "sqlite_file", path: "/var/lib/vintem.db" }],
    ["sqlite:///var/lib/vintem.db", { _tag: "sqlite_file", path: "///var/lib/vintem.db" }],
    ["sqlite::memory:", { _tag: "sqlite_memory" }],
  ])("reads %s", (text, expected) => {
    expect(databaseLocationKind.parse(text)).toEqual(Option.some(expected))
  })

  it.each(["postgres://u:p%40ss@h:5432/d", "postgresql:///d?host=/run", "postgres://u:p%40ss@h:5432,i:5433/d"])(
    "keeps %s as it was written",
    (text) => {
      const location = Option.getOrThrow(databaseLocationKind.parse(text))
      expect(location._tag === "postgres" ? Redacted.value(location.url) : null).toBe(text)
    },
  )

  it("shows no password", () => {
    expect(JSON.stringify(databaseLocationKind.parse("postgres://u:hunter2@h/d"))).not.toContain("hunter2")
  })

  it.each([
    "sqlite:",
    "sqlite::memory",
    "sqlite://data/vintem.db",
    "./data/vintem.db",
    "postgres:d",
    "postgres://h:port/d",
    "postgres://h:5432,i:port/d",
    "postgres://h,,i/d",
    "mysql://h/d",
  ])("refuses %s", (text) => {
    expect(databaseLocationKind.parse(text)).toEqual(Option.none())
  })
})
