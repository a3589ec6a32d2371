// The methods that flags switch on.
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { LinkMethods, linkMethodsFrom, NoMethodAccepted } from "./link-methods.ts"

describe("linkMethodsFrom", () => {
  it.each([
    [{}, "pix bank_slip credit"],
    [{ pix: true }, "pix"],
    [{ pix: true, credit: false }, "pix"],
    [{ credit: false }, "pix bank_slip"],
    [{ credit: false, bank_slip: false }, "pix"],
    [{ credit: true, pix: true }, "pix credit"],
    [{ pix: undefined }, "pix bank_slip credit"],
  ])("reads %j as %s", (flags, accepted) => {
    const methods = Result.getOrThrow(linkMethodsFrom(flags))
    expect(
      Object.entries(methods)
        .flatMap(([name, isAccepted]) => (isAccepted ? name : []))
        .join(" "),
    ).toBe(accepted)
  })

  it("refuses to switch off every method", () => {
    const none = { credit: false, bank_slip: false, pix: false }
    expect(linkMethodsFrom(none)).toEqual(Result.fail(new NoMethodAccepted({})))
    expect(Schema.is(LinkMethods)(none)).toBe(false)
  })
})
