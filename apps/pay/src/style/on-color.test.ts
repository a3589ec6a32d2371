import fc from "fast-check"
import { expect, it } from "vitest"
import { luminance, onColor } from "./on-color.ts"

const color = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 3, maxLength: 3 })
  .map((channels) => channels.map((channel) => channel.toString(16).padStart(2, "0")).join(""))

it("text on any color has a contrast of at least 4.5", () => {
  fc.assert(
    fc.property(color, (background) => {
      const [dark = 0, light = 0] = [luminance(background), luminance(onColor(background).slice(1))].toSorted(
        (a, b) => a - b,
      )
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5)
    }),
  )
})

it("is white on the darkest colors and black on the lightest", () => {
  expect([onColor("000"), onColor("0B6E4F"), onColor("fff"), onColor("FFE100")]).toEqual([
    "#fff",
    "#fff",
    "#000",
    "#000",
  ])
})
