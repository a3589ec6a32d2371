// The work for any text in any field of any operation is at most proportional to the request.

import { adminToken, serviceUnderTest } from "@vintem/api/test/service-under-test.ts"
import { describe, expect, it } from "vitest"
import { hostileText } from "./hostile-text.ts"
import { type Json, leavesIn, onlyWith, type Path, withValue } from "./json-value.ts"
import { type Ask, jsonIn, type OpenShop, openShop, parametersOf } from "./open-shop.ts"
import { type Operation, operations } from "./operations.ts"
import { type TextWork, textWorkOf } from "./text-work.ts"

const service = serviceUnderTest()

const ask: Ask = async (method, path, token, body) => {
  const answer = await service.call(method, path, body === null ? { token } : { token, body })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return jsonIn(answer.text)
}

/** One of each kind of harm: composed characters, half characters, and lookalikes of letters. */
const kinds = [
  "marks of three kinds, each the wrong way round",
  "letters with as many marks as are taken",
  "letters that are taken apart",
  "halves of pairs",
  "letters that look like others",
  "white space around a letter",
]

/**
 * UTF-16 code units: as many as a field may have, more than any may have, and nearly a whole body of two bytes each.
 */
const lengths = [250, 9_000, 120_000]

/** A text with many marks in a row takes time in proportion to them. This many are accepted. */
const marksMax = 30

/** The longest text of any field has a thousand characters, and each may have been eight units. */
const composedMax = 8_000

/**
 * How often the whole request may be scanned while it is read and processed, including scans that do not depend on it,
 * such as the log's.
 */
const timesMax = 24
const beside = 60_000

const expectInProportion = (what: string, units: number, { composed, composedMost, looked, marksMost }: TextWork) => {
  const bounds = [
    ["units composed at a time", composedMost, composedMax],
    ["marks in a row", marksMost, marksMax],
    ["units composed", composed, timesMax * units + beside],
    ["units looked at", looked, timesMax * units + beside],
  ] as const
  for (const [of, found, most] of bounds) expect(found, `${what}: ${of}`).toBeLessThanOrEqual(most)
}

/** Excludes requests that a holder of the gateway's secret signs, or that another program answers. */
const described = operations.filter(({ side }) => side !== "gateway" && side !== "acquirer")

/** Every field of an operation, once, in the first body that has it. */
const fieldsOf = ({ bodies }: Operation): ReadonlyArray<{ readonly base: Json; readonly path: Path }> => {
  const fields = new Map<string, { readonly base: Json; readonly path: Path }>()
  for (const base of bodies) {
    for (const path of leavesIn(base)) if (!fields.has(path.join("."))) fields.set(path.join("."), { base, path })
  }
  return [...fields.values()]
}

const tokenOf = ({ side }: Operation, shop: OpenShop): string | null => {
  if (side === "payer") return null
  return side === "public" ? shop.apiKey : adminToken
}

const filled = ({ path }: Operation, valueOf: (parameter: string) => string): string =>
  parametersOf(path).reduce((at, parameter) => {
    const [word = "", name = ""] = parameter.split("/")
    return at.replace(`${word}/${name}`, () => `${word}/${valueOf(parameter)}`)
  }, path)

describe("a text of an unauthenticated caller", () => {
  const written = described.filter(({ bodies }) => bodies.length > 0)

  it.each(written)("costs no more than in proportion, in any field of $method $path", async (operation) => {
    const shop = await openShop(ask, adminToken)
    const path = filled(operation, (parameter) => shop.names.get(parameter) ?? "1")
    for (const [at, field] of fieldsOf(operation).entries()) {
      for (const units of lengths) {
        // Each field meets every length, and every kind in turn; the composed ones meet all.
        for (const kind of [kinds[0] ?? "", kinds[1 + (at % (kinds.length - 1))] ?? ""]) {
          const text = hostileText(kind, units)
          for (const body of [withValue(field.base, field.path, text), onlyWith(field.base, field.path, text)]) {
            const sent = JSON.stringify(body)
            const options = {
              token: tokenOf(operation, shop),
              text: sent,
              headers: { "idempotency-key": crypto.randomUUID() },
            }
            const { result, work } = await textWorkOf(() => service.call(operation.method, path, options))
            const what = `${kind} of ${units} at ${field.path.join(".")}, answered with ${result.status}`
            expect(result.status, `${what} ${result.text}`).toBeLessThan(500)
            expectInProportion(what, sent.length, work)
          }
        }
      }
    }
  })

  const asked = described.filter(({ path, query }) => query.length > 0 || path.includes("{"))

  it.each(asked)("costs no more than in proportion, in the path and query of $method $path", async (operation) => {
    const shop = await openShop(ask, adminToken)
    for (const kind of kinds) {
      for (const units of [60, 500, 2_000]) {
        const text = encodeURIComponent(hostileText(kind, units).toWellFormed())
        const named = filled(operation, (parameter) => shop.names.get(parameter) ?? "1")
        const paths = [
          ...parametersOf(operation.path).map((hostile) =>
            filled(operation, (parameter) => (parameter === hostile ? text : (shop.names.get(parameter) ?? "1"))),
          ),
          ...operation.query.map((name) => `${named}?${name}=${text}`),
        ]
        for (const path of paths) {
          const options = { token: tokenOf(operation, shop), headers: { "idempotency-key": "a".repeat(units) } }
          const { result, work } = await textWorkOf(() => service.call(operation.method, path, options))
          const what = `${kind} of ${units} in ${path.slice(0, 80)}, answered with ${result.status}`
          expect(result.status, `${what} ${result.text}`).toBeLessThan(500)
          expectInProportion(what, path.length, work)
        }
      }
    }
  })
})
