/** The base of every proof: the service and the acquirer as processes, with time limits. */
import { startAcquirer } from "./acquirer-process.ts"
import { type ServiceProcess, serviceProcess } from "./service-process.ts"

/** Seconds. Longer than the claims and leases of a killed process. */
export const beliefSeconds = 60
/** Seconds. Past the first questions about an unknown outcome. */
export const askingSeconds = 150
/**
 * Seconds. Past the last retries of two webhooks of one order, the second after the first: 30, 60 and 90 seconds each.
 */
export const retrySeconds = 400
/** Milliseconds within which clients have to be answered: a limit for hanging, not for slowness. */
export const patienceMillis = 300_000

/**
 * Ends both processes in any case.
 *
 * @param folder - empty; the files of both stay there
 * @param prove - gets the service, not started yet, and the acquirer's file
 */
export const onRealProcesses = async <A>(
  folder: string,
  prove: (service: ServiceProcess, books: string) => Promise<A>,
): Promise<A> => {
  const acquirer = await startAcquirer(folder)
  const service = serviceProcess(folder, acquirer.environment)
  return prove(service, acquirer.books).finally(() => Promise.all([service.kill(), acquirer.stop()]))
}
