/**
 * Loaded before the service: tells its parent, when asked, how much of the heap a full collection leaves, in bytes.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")

process.on("message", () => {
  collect()
  process.send?.(process.memoryUsage().heapUsed)
})
// The parent's end is no reason to live on.
process.channel?.unref()
