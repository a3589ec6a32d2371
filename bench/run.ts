/**
 * Runs the benchmarks named as arguments, or all of them. Most print a ratio to a baseline measured in the same run.
 */
import "effect/schema/SchemaJITCompiler/enable" // as the service does, for what is measured in this process
import { availableParallelism, cpus } from "node:os"
import { batch } from "./batch.ts"
import { constantRate } from "./constant-rate.ts"
import { handWritten } from "./hand-written.ts"
import { handWrittenPostgres } from "./hand-written-postgres.ts"
import { links } from "./links.ts"
import { memory } from "./memory.ts"
import { orderList } from "./order-list.ts"
import { orderListPostgres } from "./order-list-postgres.ts"
import { queue } from "./queue.ts"
import { renewals } from "./renewals.ts"
import { start } from "./start.ts"
import { transitions } from "./transitions.ts"
import { webhooks } from "./webhooks.ts"

const benches: Readonly<Record<string, () => Promise<void>>> = {
  "hand-written": handWritten,
  "hand-written-postgres": handWrittenPostgres,
  "constant-rate": constantRate,
  "order-list": orderList,
  "order-list-postgres": orderListPostgres,
  start,
  transitions,
  queue,
  links,
  batch,
  renewals,
  webhooks,
  memory,
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
