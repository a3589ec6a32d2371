/** The benches by their names on the command line. */
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

export const benches: Readonly<Record<string, () => Promise<void>>> = {
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
