// Distinguishes the ports of the domain at run time.
import * as Context from "effect/Context"
import { describe, expect, it } from "vitest"
import * as ports from "./index.ts"

const keys = Object.entries(ports).flatMap(([name, port]) => (Context.isKey(port) ? [[name, port.key] as const] : []))

describe("a port", () => {
  it("has its own name, so that none is provided in place of another", () => {
    expect(keys).toContainEqual(["OrderRepository", "@vintem/domain/ports/OrderRepository"])
    for (const [name, key] of keys) expect(key).toBe(`@vintem/domain/ports/${name}`)
  })
})
