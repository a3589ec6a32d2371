/** Processor time as Linux counts it, for single processes and for a whole PostgreSQL. */
import { readdir, readFile } from "node:fs/promises"
import { asked } from "../harness/postgres-server.ts"
import { costOf } from "../harness/ready-process.ts"

/** Milliseconds since the process began, over all its threads. */
export const processorMillisOf = async (pid: number): Promise<number> => (await costOf(pid)).processorMillis

/** The ancestor of all processes of the server. */
export const postmasterOf = async (url: string): Promise<number> => {
  const [file] = await asked<{ text: string }>(url, "select pg_read_file('postmaster.pid') as text")
  return Number(file?.text.split("\n", 1)[0])
}

/** The processor time of a PostgreSQL: of its open and closed connections, and its background processes. */
export const postgresMillis = async (postmaster: number): Promise<number> => {
  let hundredths = 0
  for (const entry of await readdir("/proc")) {
    const stat = /^\d+$/u.test(entry) ? await readFile(`/proc/${entry}/stat`, "utf8").catch(() => "") : ""
    // After the name in parentheses: the parent is the 2nd, own user and system time the 12th and 13th, those of ended
    // children next.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    const [, parent = 0] = fields
    if (Number(entry) === postmaster) hundredths += sum(fields.slice(11, 15))
    else if (parent === postmaster) hundredths += sum(fields.slice(11, 13))
  }
  return hundredths * 10
}

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)
