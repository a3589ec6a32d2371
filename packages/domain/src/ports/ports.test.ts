// How a program tells the ports of the domain apart.
import * as Context from "effect/Context"
import { describe, expect, it } from "vitest"
import * as ports from "./index.ts"

const keys = Object.entries(ports).flatMap(([name, port]) => (Context.isKey(port) ? [[name, port.key] as const] : []))

describe("a port", () => {
  it("is asked for under its own name, so that none is given in place of another", () => {
    expect(keys).toContainEqual(["OrderRepository", "@vintem/domain/ports/OrderRepository"])
    for (const [name, key] of keys) expect(key).toBe(`@vintem/domain/ports/${name}`)
  })
})
