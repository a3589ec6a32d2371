/** A camera's or scanner's reading of a page's picture. */
import type { Page } from "playwright-core"

export interface Picture {
  readonly width: number
  readonly height: number
  /** Red, green, blue and alpha of each pixel, line by line. */
  readonly data: Uint8Array
}

/** @param page - any; it unpacks the picture */
export const pixelsOf = async (page: Page, png: Buffer): Promise<Picture> => {
  const drawn = await page.evaluate(`(async () => {
    const picture = await createImageBitmap(await (await fetch("data:image/png;base64,${png.toString("base64")}")).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    const context = canvas.getContext("2d")
    context.drawImage(picture, 0, 0)
    const { data, height, width } = context.getImageData(0, 0, picture.width, picture.height)
    return { width, height, data: [...data] }
  })()`)
  const { data, height, width } = Object(drawn)
  return { width, height, data: Uint8Array.from(data) }
}

/**
 * Reads interleaved 2 of 5 along the middle of a picture: a bar or gap is wide if it is more than twice the narrowest.
 */
export const scannedBars = ({ data, height, width }: Picture): string => {
  const line = Math.floor(height / 2) * width
  const dark = Array.from({ length: width }, (_, x) => (data[(line + x) * 4] ?? 255) < 128)
  const runs: Array<number> = []
  for (const [x, isDark] of dark.entries()) {
    if (isDark === dark[x - 1]) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    else runs.push(1)
  }
  const widths = runs.slice(1, -1) // without the white on either side
  const narrowest = Math.min(...widths)
  const inner = widths.slice(4, -3).map((one) => one > 2 * narrowest)
  let digits = ""
  for (let at = 0; at < inner.length; at += 10) {
    for (const offset of [0, 1]) digits += digitOf([0, 2, 4, 6, 8].map((place) => inner[at + place + offset] === true))
  }
  return digits
}

/** The wide ones of the first four weigh 1, 2, 4 and 7; a sum of 11 is zero. */
const digitOf = (isWide: ReadonlyArray<boolean>): string => {
  const weight = [1, 2, 4, 7, 0].reduce((sum, one, place) => sum + (isWide[place] === true ? one : 0), 0)
  return String(weight === 11 ? 0 : weight)
}
