/**
 * Runs the benchmarks named as arguments, or all of them. Most print a ratio to a baseline measured in the same run.
 */
import "effect/schema/SchemaJITCompiler/enable" // like the service, for benches in this process
import { availableParallelism, cpus } from "node:os"
import { benches } from "./benches.ts"

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
