/**
 * A key stream: bytes that a key determines, and that look random without the key. ChaCha20's block function.
 *
 * The domain has no access to the platform's hash functions. This one is twenty rounds of adding, mixing and turning.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8439#section-2.3
 */

/**
 * One block of the stream: 64 bytes. One block reveals nothing about another.
 *
 * @param key - 8 words of 32 bits
 * @param counter - which block, 32 bits
 * @param nonce - 3 words of 32 bits, for a key that has several streams
 */
export const keyStreamBlock = (
  key: ReadonlyArray<number>,
  counter: number,
  nonce: readonly [number, number, number] = [0, 0, 0],
): Uint8Array => {
  const start = Uint32Array.of(...constants, ...key, counter, ...nonce)
  const state = start.slice()
  for (let round = 0; round < rounds; round += 2) {
    for (const [a, b, c, d] of quarters) mix(state, a, b, c, d)
  }
  const block = new Uint8Array(64)
  const view = new DataView(block.buffer)
  for (let word = 0; word < 16; word += 1) view.setUint32(word * 4, at(state, word) + at(start, word), true)
  return block
}

const rounds = 20

/** "expand 32-byte k", as the RFC has it. */
const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]

/** The four columns of the square, then its four diagonals. */
const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

const mix = (state: Uint32Array, a: number, b: number, c: number, d: number): void => {
  addAndTurn(state, a, b, d, 16)
  addAndTurn(state, c, d, b, 12)
  addAndTurn(state, a, b, d, 8)
  addAndTurn(state, c, d, b, 7)
}

/** `sum += addend; turned = (turned ^ sum) <<< bits`. An array of 32-bit words drops the carry. */
const addAndTurn = (state: Uint32Array, sum: number, addend: number, turned: number, bits: number): void => {
  state[sum] = at(state, sum) + at(state, addend)
  const mixed = at(state, turned) ^ at(state, sum)
  state[turned] = (mixed << bits) | (mixed >>> (32 - bits))
}

const at = (words: Uint32Array, position: number): number => words[position] ?? 0
