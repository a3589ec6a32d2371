/**
 * Text that can be read on any background.
 */

/**
 * Black or white, whichever has more contrast: on every color that is at least 4.58, and AA requires 4.5.
 *
 * @param color - hexadecimal digits, three or six
 * @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export const onColor = (color: string): "#000" | "#fff" => {
  const light = luminance(color)
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000" : "#fff"
}

/** From 0, black, to 1, white. */
export const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((share) =>
    share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Red, green and blue, each from 0 to 1. */
const channelsOf = (color: string): ReadonlyArray<number> => {
  const digits = color.length === 3 ? [...color].map((digit) => digit + digit) : (color.match(/../gu) ?? [])
  return digits.map((pair) => Number.parseInt(pair, 16) / 255)
}
