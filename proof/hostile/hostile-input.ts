/** One request that an attacker might send. Equal seeds and shops give equal requests. */
import { bodyBytesMax } from "@vintem/contract"
import { type Random, randomFrom } from "../crash/random.ts"
import { anyHostileText, textWithinBytes } from "./hostile-text.ts"
import { isList, type Json, leavesIn, onlyWith, type Path, placesIn, valueAt, withValue } from "./json-value.ts"
import { type OpenShop, parametersOf } from "./open-shop.ts"
import { type Operation, operations } from "./operations.ts"

export interface HostileInput {
  /** Reproduces it. */
  readonly seed: number
  readonly operation: Operation
  /** The fault in it. */
  readonly what: string
  /** In its sent form, with its query, in ASCII. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** None if it has no body. */
  readonly body: Buffer | null
}

const atLeastOne = <A>(all: ReadonlyArray<A>): readonly [A, ...ReadonlyArray<A>] => {
  const [first, ...rest] = all
  if (first === undefined) throw new RangeError("There is nothing to choose from.")
  return [first, ...rest]
}

/** The more there is to spoil, the more is tried. */
const likely = atLeastOne(
  operations.flatMap((operation) => Array.from({ length: operation.bodies.length > 0 ? 4 : 1 }, () => operation)),
)

export const hostileInput = (seed: number, shop: OpenShop): HostileInput => {
  const random = randomFrom(seed)
  const operation = random.pick(likely)
  const path = `${pathOf(random, operation, shop)}${queryOf(random, operation)}`
  const { body, what } = bodyFor(random, operation)
  const type = isOneIn(random, 40) ? anyHeader(random) : "application/json"
  return {
    seed,
    operation,
    what,
    path,
    body,
    headers: {
      ...bearerOf(random, operation, shop),
      ...(body === null ? {} : { "content-type": type }),
      ...Object.fromEntries(operation.headers.flatMap((name) => headerOf(random, name))),
      ...(isOneIn(random, 50) ? { "x-request-id": anyHeader(random) } : {}),
      ...(isOneIn(random, 50) ? { "x-forwarded-for": anyHeader(random) } : {}),
    },
  }
}

const isOneIn = (random: Random, many: number): boolean => random.below(many) === 0

/** One parameter in five is hostile, and as often longer than the router accepts. Not all of them can be decoded. */
const pathOf = (random: Random, { path }: Operation, { names }: OpenShop): string =>
  parametersOf(path).reduce((filled, parameter) => {
    const [word = "", name = ""] = parameter.split("/")
    const value = isOneIn(random, 5)
      ? encoded(random, random.pick([20, 200, 600, 1_000]))
      : (names.get(parameter) ?? "1")
    return filled.replace(`${word}/${name}`, () => `${word}/${value}`)
  }, path)

const undecodable: readonly [string, ...ReadonlyArray<string>] = [
  "%",
  "%zz",
  "%ED%A0%80",
  "%C0%AF",
  "%FF",
  "%00",
  "%2F..%2F",
]

const encoded = (random: Random, units: number): string => {
  if (isOneIn(random, 5)) return random.pick(undecodable).repeat(1 + random.below(20))
  // On the wire each character may take twelve bytes.
  return encodeURIComponent(anyHostileText(random, units).toWellFormed())
    .slice(0, units * 3)
    .replace(/%.?$/u, "")
}

/** The whole head may have 16 KiB: path, query and headers together stay below. */
const queryOf = (random: Random, { query }: Operation): string => {
  const given = query.filter(() => isOneIn(random, 3))
  const pairs = given.map(
    (name) => `${name}=${encoded(random, random.pick([8, 60, Math.floor(1_500 / given.length)]))}`,
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

const headerOf = (random: Random, name: string): ReadonlyArray<readonly [string, string]> =>
  isOneIn(random, 3)
    ? [[name.toLowerCase(), isOneIn(random, 2) ? anyHeader(random) : `key-${random.below(1_000)}`]]
    : []

/** The part of a hostile text that HTTP can carry. */
const anyHeader = (random: Random): string =>
  anyHostileText(random, random.pick([10, 255, 300, 1_000]))
    .replace(/[^\u0020-\u007E\u00A0-\u00FF]+/gu, "a")
    .slice(0, 1_000)

const bearerOf = (random: Random, { side }: Operation, shop: OpenShop): Readonly<Record<string, string>> => {
  if (side === "payer" || side === "gateway" || side === "acquirer") return {}
  if (isOneIn(random, 30)) return { authorization: `Bearer ${anyHeader(random)}` }
  return { authorization: `Bearer ${side === "public" ? shop.apiKey : shop.adminToken}` }
}

interface Made {
  readonly what: string
  readonly body: Buffer | null
}

const bodyFor = (random: Random, { bodies, method }: Operation): Made => {
  // Operations without a body sometimes get one.
  if (bodies.length === 0) {
    return method === "GET" || method === "OPTIONS" || !isOneIn(random, 4)
      ? { what: "no body", body: null }
      : bytes(random)
  }
  if (isOneIn(random, 12)) return bytes(random)
  const base = random.pick(atLeastOne(bodies))
  const made = random.pick([oneText, oneText, oneText, allTexts, oneValue, oneValue, manyItems, names, alone])(
    random,
    base,
  )
  const text = JSON.stringify(made.value).replace(`"${deepHere}"`, () => deep(random.below(20_000)))
  return { what: made.what, body: Buffer.from(text) }
}

type Spoil = (random: Random, base: Json) => { readonly what: string; readonly value: Json }

/** Bytes left for a body, or fewer: one body in three has the maximal length. */
const bytesLeftBeside = (random: Random, base: Json): number =>
  random.pick([64, 400, 3_000, 20_000, bodyBytesMax, bodyBytesMax]) - Buffer.byteLength(JSON.stringify(base)) - 64

const textFor = (random: Random, bytesLeft: number): string => textWithinBytes(random, Math.max(16, bytesLeft))

const oneText: Spoil = (random, base) => {
  const path = random.pick(atLeastOne(leavesIn(base)))
  return {
    what: `a text at ${path.join(".")}`,
    value: withValue(base, path, textFor(random, bytesLeftBeside(random, base))),
  }
}

const alone: Spoil = (random, base) => {
  const path = random.pick(atLeastOne(leavesIn(base)))
  return {
    what: `nothing but a text at ${path.join(".")}`,
    value: onlyWith(base, path, textFor(random, bytesLeftBeside(random, base))),
  }
}

const allTexts: Spoil = (random, base) => {
  const texts = leavesIn(base).filter((path) => typeof valueAt(base, path) === "string")
  const bytesLeft = Math.floor(bytesLeftBeside(random, base) / Math.max(1, texts.length)) - 8
  const text = textFor(random, bytesLeft)
  return { what: "every text", value: texts.reduce((body, path) => withValue(body, path, text), base) }
}

const oddValues: readonly [Json, ...ReadonlyArray<Json>] = [
  null,
  true,
  0,
  -1,
  -0,
  1e308,
  5e-324,
  0.1 + 0.2,
  2 ** 53,
  -(2 ** 53),
  99_999_999_999.99,
  "",
  "0",
  "null",
  [],
  {},
  [[]],
  [null],
  { __proto__: null },
]

const oneValue: Spoil = (random, base) => {
  const path = random.pick(atLeastOne(placesIn(base)))
  return { what: `another value at ${path.join(".")}`, value: withValue(base, path, oddOr(random)) }
}

const oddOr = (random: Random): Json => (isOneIn(random, 10) ? deepHere : random.pick(oddValues))

/** The placeholder of a value that nests deeper than the call stack, so that functions cannot print it. */
const deepHere = "deep here"

const deep = (depth: number): string => `${'[{"a":'.repeat(depth)}1${"}]".repeat(depth)}`

/** A list of the greatest length, and longer: the faults of its entries add up, and so do their texts. */
const manyItems: Spoil = (random, base) => {
  const lists = placesIn(base).filter((path) => isList(valueAt(base, path)))
  if (lists.length === 0) return allTexts(random, base)
  const path = random.pick(atLeastOne(lists))
  const list = valueAt(base, path)
  const [first = null] = isList(list) ? list : []
  const count = random.pick([50, 99, 100, 1_000])
  const rest = JSON.stringify(withValue(base, path, [])).length
  const bytesLeft = Math.floor((bodyBytesMax - rest) / count) - JSON.stringify(first).length - 2
  const leaves: ReadonlyArray<Path> = leavesIn(first)
  const texts = leaves.filter((leaf) => typeof valueAt(first, leaf) === "string" && leaf.length > 0)
  const text =
    bytesLeft < 16 * texts.length ? "a" : textWithinBytes(random, Math.floor(bytesLeft / Math.max(1, texts.length)))
  const item = texts.reduce((body, leaf) => withValue(body, leaf, text), first)
  return { what: `${count} entries at ${path.join(".")}`, value: withValue(base, path, Array(count).fill(item)) }
}

/** Unknown fields, sometimes thousands of them. */
const names: Spoil = (random, base) => {
  const bytesLeft = Math.floor(bodyBytesMax / 2)
  const many = Array.from({ length: random.pick([1, 100, 10_000]) }, (_, n): readonly [string, Json] => [`f${n}`, n])
  const odd = ["__proto__", "constructor", "toString", "", textWithinBytes(random, bytesLeft)]
  const added = isOneIn(random, 2) ? many : odd.map((name): readonly [string, Json] => [name, random.pick(oddValues)])
  const fields = typeof base === "object" && base !== null && !isList(base) ? Object.entries(base) : []
  return { what: "fields that nobody asked for", value: Object.fromEntries([...fields, ...added]) }
}

/** No JSON, or more bytes than the service reads. */
const bytes = (random: Random): Made => {
  const kinds: readonly [Made, ...ReadonlyArray<Made>] = [
    { what: "an empty body", body: Buffer.alloc(0) },
    { what: "half a body", body: Buffer.from('{"customer":{"email":"ma') },
    { what: "lists in lists", body: Buffer.from("[".repeat(bodyBytesMax)) },
    { what: "objects in objects", body: Buffer.from('{"a":'.repeat(50_000)) },
    { what: "lists in lists, closed", body: Buffer.from(`${"[".repeat(130_000)}${"]".repeat(130_000)}`) },
    { what: "a number without end", body: Buffer.from(`{"amount":${"9".repeat(bodyBytesMax - 20)}}`) },
    { what: "bytes that are no UTF-8", body: Buffer.alloc(random.below(1_000) + 1, 0xc3) },
    { what: "noughts", body: Buffer.alloc(bodyBytesMax) },
    { what: "a mark of the byte order", body: Buffer.from("\uFEFF{}") },
    { what: "a body of one byte too many", body: Buffer.from(`"${"a".repeat(bodyBytesMax - 1)}"`) },
    { what: "a text as long as a body", body: Buffer.from(JSON.stringify(textWithinBytes(random, bodyBytesMax))) },
    { what: "the same field again and again", body: Buffer.from(`{${'"title":"a",'.repeat(20_000)}"title":1}`) },
  ]
  return random.pick(kinds)
}
