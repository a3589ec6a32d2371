// A file that names two payment methods has a list of methods. Few files may: this test walks each of them, and each
// has to name every method. Other lists are derived by `forEachMethod` or `forEachIssuedMethod`.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { issuedMethods, PaymentMethod } from "../packages/domain/src/method/payment-method.ts"

const root = join(import.meta.dirname, "..")

/** The files that a new method touches, besides its own: issuing, requesting, showing and naming it. */
const lists: ReadonlyArray<string> = [
  "apps/pay/src/page/open-parts.ts",
  "apps/pay/src/picture/method-icon.ts",
  "apps/pay/src/text/brazilian-portuguese.ts",
  "apps/pay/src/text/english.ts",
  "packages/adapters/src/gateway/wire/instruments.ts",
  "packages/adapters/src/simulated/simulated-instruments.ts",
  "packages/contract/src/order/instrument-view.ts",
  "packages/domain/src/method/methods.ts",
  "packages/domain/src/method/payment-method.ts",
]

/** Examples of requests and of orders' lives: they show a few methods, and need not show all. */
const examples: ReadonlyArray<string> = [
  "apps/api/src/demo/demo-requests.ts",
  "packages/contract/src/order/single-order-request.ts",
]

/** The examples and contract suites of `packages/testing` name methods as tests do. */
const sources = globSync(
  ["packages/*/src/**/*.ts", "apps/*/src/**/*.{ts,css}", "apps/*/{browser,style}/**/*.{ts,tsx,css}"],
  { cwd: root, exclude: ["packages/testing/**"] },
).filter((file) => !file.endsWith(".test.ts"))

/**
 * The methods that a file names outside of its comments: as a value, a key, a field of an object, or a switch of a
 * link.
 */
const namedIn = (file: string): ReadonlyArray<string> => {
  const code = readFileSync(join(root, file), "utf8")
    .replaceAll(/\/\*[\s\S]*?\*\//gu, "")
    .replaceAll(/^\s*\/\/.*$/gmu, "")
  return PaymentMethod.literals.filter((method) =>
    new RegExp(`["'.]${method}\\b|\\b${method}\\??:|\\benable_${method}\\b|[{,] ?${method}[,\\]} ]`, "u").test(code),
  )
}

const isIssued = (method: string): boolean => issuedMethods.some((issued) => issued === method)

describe("the methods of payment", () => {
  it("are listed nowhere else", () => {
    const found = sources.filter((file) => namedIn(file).filter(isIssued).length > 1)
    expect(found.toSorted()).toEqual([...lists, ...examples].toSorted())
  })

  it.each(lists)("are all named in %s", (file) => {
    expect(namedIn(file).filter(isIssued).toSorted()).toEqual(issuedMethods.toSorted())
  })
})
