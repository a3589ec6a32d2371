/**
 * Random bytes of the operating system, fetched by the page: asking it for a few costs as much as asking for many.
 */
import { randomFillSync } from "node:crypto"

const pool = Buffer.alloc(4_096)
let poolUsed = pool.length

/** @returns a view of bytes that no other call gets; at most 4096 */
export const randomBytes = (count: number): Buffer => {
  if (poolUsed + count > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  poolUsed += count
  return pool.subarray(poolUsed - count, poolUsed)
}
