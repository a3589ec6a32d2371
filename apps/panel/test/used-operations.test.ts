// Nobody needs curl: the panel offers everything that its API can do. Its sources call each operation by its whole
// name, so that this test can find it.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { PanelApi } from "@vintem/contract"
import * as HttpApi from "effect/http-api/HttpApi"
import { describe, expect, it } from "vitest"

/** Operations that the panel does not use, and why nobody misses them there. */
const notOffered: Readonly<Record<string, string>> = {
  "products.get": "the list has all that the form shows",
  "checkouts.get": "the list has all that the form shows",
  "coupons.get": "the list has all that the form shows",
  "paymentLinkRules.get": "the list has all that the form shows",
  "paymentLinkBulk.status": "the page of a batch asks for the batch, which says it too",
  "subscribers.replaceCard":
    "the payer says which card is charged: one that pays a renewal takes the place of the one before",
}

const sourcesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/u.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n")

const sources = sourcesIn(join(import.meta.dirname, "..", "browser"))

const called = new Set(
  Array.from(
    sources.matchAll(/\b(?:client|atTheDoor)\s*\.\s*(\w+)\s*\.\s*(\w+)/gu),
    ([, group, name]) => `${group}.${name}`,
  ),
)

/** Some operations are only linked by address: `/panel/v1/companies/${company}/audit/export`. */
const linked = new Set(
  Array.from(sources.matchAll(/["`](\/panel\/v1\/[^"`?]*)/gu), ([, path = ""]) =>
    path.replaceAll(/\$\{(\w+)\}/gu, ":$1"),
  ),
)

const operations: Array<{ readonly name: string; readonly path: string }> = []
HttpApi.reflect(PanelApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group }) => {
    operations.push({ name: `${group.identifier}.${endpoint.identifier}`, path: endpoint.path })
  },
})

describe("the panel", () => {
  it("offers every operation of its API, except those with a reason in this list", () => {
    const unused = operations.filter(({ name, path }) => !called.has(name) && !linked.has(path))
    expect(unused.map(({ name }) => name).toSorted()).toEqual(Object.keys(notOffered).toSorted())
  })

  it("hides no operation behind the name of its group", () => {
    const groups = new Set(operations.map(({ name }) => name.split(".", 1)[0] ?? ""))
    const hidden = Array.from(
      sources.matchAll(/\b(?:client|atTheDoor)\s*\.\s*(\w+)(?!\s*\.\s*\w|\w)/gu),
      ([, one]) => one,
    )
    expect(hidden.filter((one) => one !== undefined && groups.has(one))).toEqual([])
  })
})
