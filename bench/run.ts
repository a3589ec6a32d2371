/**
 * Runs the benchmarks named as arguments, or all of them. Each prints a ratio to a baseline measured in the same run.
 */
import { availableParallelism, cpus } from "node:os"
import { singleOrder } from "./single-order.ts"

const benches: Readonly<Record<string, () => Promise<void>>> = {
  "single-order": singleOrder,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}: there are ${Object.keys(benches).join(", ")}.`)
  process.exitCode = 2
} else {
  console.log(`Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()})`)
  for (const [name, bench] of Object.entries(benches)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.log(`\n# ${name}\n`)
    await bench()
  }
}
