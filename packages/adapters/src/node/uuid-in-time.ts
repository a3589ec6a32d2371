/**
 * A uuid that begins with its time, laid out as version 7: those made together are neighbours in an index.
 *
 * Its version is 4, as tokens always had: clients that check the version still accept it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7
 */
import { randomBytes } from "./random-bytes.ts"

/** @param now - milliseconds since 1970, in its 48 bits; the other 74 are random */
export const uuidInTime = (now: number): string => {
  const time = now.toString(16).padStart(12, "0")
  const random = randomBytes(10)
  random[2] = 0x80 | ((random[2] ?? 0) & 0x3f)
  const rest = random.toString("hex")
  return `${time.slice(0, 8)}-${time.slice(8)}-4${rest.slice(1, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}
