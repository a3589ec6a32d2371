/**
 * Judges how deep JSON nests before it is parsed: a body of 256 KiB can nest 130,000 deep, and then takes a hundred
 * times as long to parse as other bodies of its length.
 */

/** No operation needs more than five. Deeper values are accepted where they are ignored. */
export const usualNesting = 100

const quote = 0x22
const backslash = 0x5c
const beginsList = 0x5b
const endsList = 0x5d
const beginsObject = 0x7b
const endsObject = 0x7d

/** Bytes. A shorter body is parsed in two milliseconds, however it nests; an order has a twentieth of this length. */
export const shortBody = 16_384

/** @param json - in UTF-8. For invalid JSON the answer does not matter, and takes no longer. */
export const nestsUnusually = (json: Uint8Array): boolean => {
  if (json.length <= shortBody) return false
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) {
      isInText = true
    } else if (byte === beginsList || byte === beginsObject) {
      depth += 1
      if (depth > usualNesting) return true
    } else if (byte === endsList || byte === endsObject) {
      depth -= 1
    }
  }
  return false
}
