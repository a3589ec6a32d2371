// The checksum at the end of every Pix code.

/**
 * CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, not reflected, no final xor.
 *
 * @param text - ASCII; a Pix code up to and including `6304`, the head of the checksum's own object
 * @returns four upper-case hexadecimal digits, `29B1` for `123456789`
 * @see Carta Circular BCB 4.014/2020, Manual do BR Code, object 63
 */
export const crc16 = (text: string): string => {
  let register = 0xffff
  for (let index = 0; index < text.length; index += 1) {
    register ^= text.charCodeAt(index) << 8
    for (let bit = 0; bit < 8; bit += 1) {
      register = ((register & 0x8000) === 0 ? register << 1 : (register << 1) ^ 0x1021) & 0xffff
    }
  }
  return register.toString(16).toUpperCase().padStart(4, "0")
}
