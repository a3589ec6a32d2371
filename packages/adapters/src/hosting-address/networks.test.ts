import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { NetworkRefusal, NetworkRefused, parseNetworks } from "./networks.ts"

describe("a list of networks", () => {
  // In order of precedence: the rest of an entry is judged only after its address.
  const rows = [
    ["proxy/99", "address"],
    ["10.0.0.1/99", "prefix"],
    ["10.0.0.1/8", "host_bits"],
  ] as const

  it.each(rows)("refuses %s for its %s", (entry, reason) => {
    expect(parseNetworks(entry)).toEqual(Result.fail(new NetworkRefused({ entry, reason })))
  })

  it("has a row for every refusal, in order of precedence", () => {
    expect(rows.map(([, reason]) => reason)).toEqual(NetworkRefusal.literals)
  })

  it.each([
    ["10.1/16", "address"],
    ["/8", "address"],
    ["10.0.0.0/", "prefix"],
    ["10.0.0.0/33", "prefix"],
    ["10.0.0.0/-1", "prefix"],
    ["10.0.0.0/8.0", "prefix"],
    ["10.0.0.0/8/8", "prefix"],
    ["10.0.0.0/255.0.0.0", "prefix"],
    ["2001:db8::/129", "prefix"],
    ["::ffff:10.0.0.0/95", "prefix"],
    ["10.0.0.128/24", "host_bits"],
    ["2001:db8::1/127", "host_bits"],
  ] as const)("refuses %s: %s", (entry, reason) => {
    expect(parseNetworks(entry)).toEqual(Result.fail(new NetworkRefused({ entry, reason })))
  })

  it("names the first faulty entry", () => {
    expect(parseNetworks("10.0.0.0/8, proxy, 10.0.0.0/99")).toEqual(
      Result.fail(new NetworkRefused({ entry: "proxy", reason: "address" })),
    )
  })

  it("refuses an empty entry, which may be a lost one", () => {
    expect(parseNetworks("10.0.0.0/8,")).toEqual(Result.fail(new NetworkRefused({ entry: "", reason: "address" })))
  })
})
