/**
 * What do metrics cost an order in processor time?
 *
 * The baseline is the same service whose modules that count were replaced by others that do not (`baseline/without-metrics`). `/metrics` is
 * not read meanwhile. Its promise: at most 2 % more.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { compareCosts } from "./harness/compared-cost.ts"

export const metrics = async (): Promise<void> => {
  const data = fileURLToPath(new URL("../data", import.meta.url))
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(data, "bench-"))
  const preload = fileURLToPath(new URL("baseline/without-metrics/preload.mjs", import.meta.url))
  try {
    await compareCosts(folder, [{ name: "uncounted", preload }, { name: "counted" }])
    console.log("\nmetrics: (target: at most 2 % more)")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
