/** A progressive JPEG with any number of scans: a grey square. Each scan after the first adds nothing. */

const segment = (marker: number, content: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content])

const repeated = (count: number, of: number): ReadonlyArray<number> => Array.from({ length: count }, () => of)

/** A Huffman table with one symbol, whose code is one bit: 0. Symbol 0 is "no difference" of a DC value, and "nothing left" of a block. */
const oneSymbol = (table: number): Uint8Array => segment(0xc4, [table, 1, ...repeated(15, 0), 0])

/** A scan of one component: its header, and a zero bit for each block. */
const scan = (from: number, to: number, blocks: number): Uint8Array =>
  Buffer.concat([segment(0xda, [1, 1, 0, from, to, 0]), Buffer.alloc(Math.ceil(blocks / 8))])

/** @param side - of the square, in pixels: a multiple of 8 up to 4096 */
export const scannedJpeg = (scans: number, side = 8): Uint8Array => {
  const blocks = (side / 8) ** 2
  return Buffer.concat([
    Uint8Array.from([0xff, 0xd8]),
    segment(0xdb, [0, ...repeated(64, 1)]),
    segment(0xc2, [8, side >> 8, side & 0xff, side >> 8, side & 0xff, 1, 1, 0x11, 0]),
    oneSymbol(0x00),
    oneSymbol(0x10),
    scan(0, 0, blocks),
    ...Array.from({ length: scans - 1 }, (_, n) => scan((n % 63) + 1, (n % 63) + 1, blocks)),
    Uint8Array.from([0xff, 0xd9]),
  ])
}
