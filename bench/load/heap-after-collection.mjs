/** Loaded before the service: reports to its parent, on request, the bytes of heap that a full collection leaves. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc")

process.on("message", () => {
  collect()
  process.send?.(process.memoryUsage().heapUsed)
})
// Does not keep the process alive for its parent.
process.channel?.unref()
