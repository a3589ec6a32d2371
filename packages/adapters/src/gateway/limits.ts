/**
 * How much either end reads before it gives up. Bytes.
 */

/** A charge with the longest of everything is a few kilobytes. */
export const requestBytesMax = 64 * 1024

export const answerBytesMax = 64 * 1024
