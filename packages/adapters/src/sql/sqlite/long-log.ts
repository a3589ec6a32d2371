/**
 * A log of so many pages of 4 kB, 16 MB, is moved to where its pages belong, each once: four times as many as usual, as a busy queue
 * writes the same pages again and again. A log of that length is read again within a moment of a start.
 */
export const longLog = 4_000
