/**
 * Runs the benchmarks named as arguments, or all of them. Most print a ratio to a baseline measured in the same run.
 */
import "effect/schema/SchemaJITCompiler/enable" // as the service does, for what is measured in this process
import { availableParallelism, cpus } from "node:os"
import { backup } from "./backup.ts"
import { batch } from "./batch.ts"
import { commits } from "./commits.ts"
import { constantRate } from "./constant-rate.ts"
import { customerData } from "./customer-data.ts"
import { dueRenewals } from "./due-renewals.ts"
import { exportOrders } from "./export.ts"
import { handWritten } from "./hand-written.ts"
import { handWrittenPostgres } from "./hand-written-postgres.ts"
import { linkList } from "./link-list.ts"
import { links } from "./links.ts"
import { liveUpdates } from "./live-updates.ts"
import { memory } from "./memory.ts"
import { metrics } from "./metrics.ts"
import { orderList } from "./order-list.ts"
import { orderListPostgres } from "./order-list-postgres.ts"
import { pageViews } from "./page-views.ts"
import { panelOverview } from "./panel-overview.ts"
import { parameters } from "./parameters.ts"
import { queue } from "./queue.ts"
import { renewals } from "./renewals.ts"
import { singleOrder } from "./single-order.ts"
import { singleOrderPostgres } from "./single-order-postgres.ts"
import { start } from "./start.ts"
import { traces } from "./traces.ts"
import { transitions } from "./transitions.ts"
import { twoProcesses } from "./two-processes.ts"
import { webhookDay } from "./webhook-day.ts"
import { webhookLag } from "./webhook-lag.ts"
import { webhooks } from "./webhooks.ts"

const benches: Readonly<Record<string, () => Promise<void>>> = {
  "hand-written": handWritten,
  "hand-written-postgres": handWrittenPostgres,
  "constant-rate": constantRate,
  "single-order": singleOrder,
  commits,
  "single-order-postgres": singleOrderPostgres,
  "two-processes": twoProcesses,
  "order-list": orderList,
  "order-list-postgres": orderListPostgres,
  "panel-overview": panelOverview,
  start,
  transitions,
  parameters,
  queue,
  links,
  batch,
  "link-list": linkList,
  "page-views": pageViews,
  "live-updates": liveUpdates,
  renewals,
  "due-renewals": dueRenewals,
  webhooks,
  "webhook-lag": webhookLag,
  "webhook-day": webhookDay,
  backup,
  "customer-data": customerData,
  export: exportOrders,
  traces,
  metrics,
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
