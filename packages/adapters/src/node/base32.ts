/**
 * Base32 (RFC 4648, 6), without padding: authenticators read it, and people copy it without mistaking a letter for a
 * digit.
 */

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** Groups of five bits, the last one padded with zeros. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)] ?? "")
    .join("")
}
