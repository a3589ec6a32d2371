// Authors of adapters find every contract in the README.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import * as contracts from "../src/index.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

it("lists every contract, once", () => {
  const listed = [...readme.matchAll(/^\| `(\w+Contract)` +\|/gmu)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(
    Object.keys(contracts)
      .filter((name) => name.endsWith("Contract"))
      .toSorted(),
  )
})
