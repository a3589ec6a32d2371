/** The service as several processes on one PostgreSQL. Each can be killed, or cut off from the database. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { Client } from "pg"
import { type ServiceProcess, serviceProcess } from "../service-process.ts"

export interface SeveralProcesses {
  readonly members: ReadonlyArray<Member>
  /** The next listening process, in rotation; if none listens, the first that does again. */
  readonly base: () => Promise<string>
  readonly adminToken: string
  /** Ends all of them at once, and forgets the database. */
  readonly end: () => Promise<void>
}

export interface Member extends ServiceProcess {
  readonly name: string
  /** Ends its connections in any state. @returns how many there were */
  readonly cutConnections: () => Promise<number>
}

/**
 * Processes on one PostgreSQL database share a secret key. A service alone creates its own, and finds it again in each
 * life.
 */
export const sharedSecretKey = Buffer.from("the secret key of every crash run. ").toString("base64")

/** @param environment - of each of them */
export const severalProcesses = async (
  folder: string,
  databaseUrl: string,
  names: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>,
): Promise<SeveralProcesses> => {
  const database = new Client({ connectionString: databaseUrl, application_name: "crash" })
  await database.connect()
  const members = names.map((name): Member => {
    const own = join(folder, name)
    mkdirSync(own)
    const url = new URL(databaseUrl)
    url.searchParams.set("application_name", name)
    return {
      ...serviceProcess(own, { ...environment, DATABASE_URL: url.href, VINTEM_SECRET_KEY: sharedSecretKey }),
      name,
      cutConnections: async () => {
        const { rowCount } = await database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = $1 and datname = current_database()`,
          [name],
        )
        return rowCount ?? 0
      },
    }
  })
  let turn = 0
  const base = () => {
    turn += 1
    // The first available process wins: processes that are down are skipped.
    return Promise.race(members.map((_, place) => members[(turn + place) % members.length]?.base() ?? never))
  }
  return {
    members,
    base,
    adminToken: members[0]?.adminToken ?? "",
    end: async () => {
      await Promise.all(members.map(({ kill }) => kill()))
      await database.end()
    },
  }
}

const never = new Promise<string>(() => {})
