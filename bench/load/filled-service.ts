/**
 * The service with more data than a benchmark could send: some orders are placed, copied in SQL, and the service
 * restarts.
 */
import { Agent } from "node:http"
import { join } from "node:path"
import { inDataFolder } from "../harness/data-folder.ts"
import { restartService, type Server, startService } from "../harness/servers.ts"
import type { Target } from "./ask.ts"

export interface Filling {
  /** Sends the service the originals of the copies. */
  readonly place: (service: Server & Target, agent: Agent) => Promise<void>
  /** Copies it while no other process has the file open. */
  readonly fill: (file: string) => void
  /** Runs the measurement, on one kept connection. */
  readonly measure: (service: Server & Target, agent: Agent) => Promise<void>
}

export const withFilledService = ({ place, fill, measure }: Filling): Promise<void> =>
  inDataFolder(async (folder) => {
    const file = join(folder, "vintem.db")
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let service: (Server & Target) | undefined
    try {
      const first = await startService(file)
      service = first
      await place(first, agent)
      await first.stop()
      const began = performance.now()
      fill(file)
      console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const running = await restartService(file, first.key)
      service = running
      await measure(running, agent)
    } finally {
      agent.destroy()
      await service?.stop()
    }
  })
