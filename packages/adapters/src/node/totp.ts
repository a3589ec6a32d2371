/** The codes of authenticators: HOTP (RFC 4226) over steps of time (RFC 6238), with SHA-1 like every authenticator. */
import { createHmac } from "node:crypto"
import { totpDigits } from "@vintem/domain/access"

/** The code of one step. @param digits - 6, except in the examples of RFC 6238 */
export const totpCode = (secret: Uint8Array, step: number, digits: number = totpDigits): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac("sha1", secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0x0f
  const number = (hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits
  return String(number).padStart(digits, "0")
}
