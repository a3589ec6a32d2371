import { clientAddress } from "@vintem/adapters"
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { networksKind } from "./networks.ts"

describe("networksKind", () => {
  it("reads networks", () => {
    const trusted = Option.getOrThrow(networksKind.parse("10.0.0.0/8, fd00::/8"))
    const from = (peer: string) => clientAddress({ peer, forwardedFor: ["203.0.113.7"] }, trusted)
    expect(["10.1.2.3", "fd00::1", "192.0.2.1"].map(from)).toEqual([
      Option.some("203.0.113.7"),
      Option.some("203.0.113.7"),
      Option.some("192.0.2.1"),
    ])
  })

  it.each(["10.0.0.0/33", "10.0.0.1/8", "proxy.example", "10.0.0.0/8,"])("refuses %s", (text) => {
    expect(networksKind.parse(text)).toEqual(Option.none())
  })
})
