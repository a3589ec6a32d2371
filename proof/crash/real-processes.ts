/**
 * What every proof runs on: the service and the acquirer as processes, and how long is waited for them.
 */
import { startAcquirer } from "./acquirer-process.ts"
import { type ServiceProcess, serviceProcess } from "./service-process.ts"

/** Longer than the claims and leases of a killed process last. Seconds. */
export const beliefSeconds = 60
/** Past the first askings for an outcome that is not known. Seconds. */
export const askingSeconds = 150
/** Past the last retries of two webhooks of one order, the second after the first: 30, 60 and 90 seconds each. Seconds. */
export const retrySeconds = 400
/** Within which clients have to be answered, milliseconds: a limit for what hangs, not for what is slow. */
export const patienceMillis = 300_000

/**
 * Ends both processes whatever comes of the proof.
 *
 * @param folder - empty; the files of both stay there
 * @param prove - is given the service, not started yet, and the acquirer's file
 */
export const onRealProcesses = async <A>(
  folder: string,
  prove: (service: ServiceProcess, books: string) => Promise<A>,
): Promise<A> => {
  const acquirer = await startAcquirer(folder)
  const service = serviceProcess(folder, acquirer.environment)
  return prove(service, acquirer.books).finally(() => Promise.all([service.kill(), acquirer.stop()]))
}
