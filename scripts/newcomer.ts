// A newcomer has nothing of the repository: a folder outside of it, the packages installed there from their tarballs,
// and the READMEs' instructions. The tests of the packages and `npm run try:embed` use it.
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { published } from "./build-packages.ts"

const root = join(import.meta.dirname, "..")
const tools = join(root, "node_modules")

export type Published = (typeof published)[number]

/** A place outside of the repository, with the tarballs of the packages. */
export interface Outside {
  readonly folder: string
  readonly tarballOf: (name: Published) => string
  /** A new, empty folder. */
  readonly newcomer: (name: string) => Promise<string>
  readonly remove: () => Promise<void>
}

/** Packs the built packages. */
export const goOutside = async (): Promise<Outside> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "vintem-packages-")))
  const tarballs = join(folder, "tarballs")
  await mkdir(tarballs)
  await npm(["pack", "--pack-destination", tarballs, ...published.map(folderOf)], folder)
  return {
    folder,
    tarballOf: (name) => join(tarballs, `vintem-${name}-${versionOf(folderOf(name))}.tgz`),
    newcomer: async (name) => {
      const home = join(folder, name)
      await mkdir(home)
      return home
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

/**
 * Installs packages: ours from their tarballs, others in the repository's locked version, so that no newer one can
 * break them.
 */
export const install = async (outside: Outside, home: string, packages: ReadonlyArray<string>): Promise<void> => {
  const sources = packages.map((name) => {
    const ours = published.find((candidate) => name === `@vintem/${candidate}`)
    return ours === undefined ? `${name}@${versionOf(join(tools, name))}` : outside.tarballOf(ours)
  })
  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", ...sources], home)
}

/** An example of a README. */
export interface Example {
  readonly package: Published
  readonly title: string
  readonly file: string
  readonly code: string
  /** Node runs a program; vitest runs a test, fenced as `ts test`. */
  readonly kind: "program" | "test"
}

/** The instructions of a package's README, in order. */
export interface Readme {
  /** The packages of each `npm install`; the first is the line that the README begins with. */
  readonly installs: readonly [ReadonlyArray<string>, ...ReadonlyArray<ReadonlyArray<string>>]
  readonly examples: ReadonlyArray<Example>
}

/** Throws if the README does not begin with the line that installs the packages of its first program. */
export const readmeOf = (name: Published): Readme => {
  const readme = readFileSync(join(folderOf(name), "README.md"), "utf8")
  const fenced = [...readme.matchAll(/^```(\w+)( test)?\n(.*?)^```$/gmsu)]
  const lines = fenced.flatMap(([, language, , text = ""]) => (language === "sh" ? text.trimEnd().split("\n") : []))
  const [first, ...others] = lines.flatMap((line) =>
    line.startsWith(npmInstall)
      ? [
          line
            .slice(npmInstall.length)
            .split(" ")
            .filter((word) => !word.startsWith("-")),
        ]
      : [],
  )
  if (first === undefined || fenced[0]?.[1] !== "sh")
    throw new Error(`${name}/README.md begins with no "${npmInstall}…".`)
  const examples = fenced
    .filter(([, language]) => language === "ts")
    .map(([, , test, code = ""], index): Example => {
      const kind = test === undefined ? "program" : "test"
      const title = `${name}, example ${index + 1}`
      return { package: name, title, file: `${name}-${index + 1}.${kind}.ts`, code, kind }
    })
  return { installs: [first, ...others], examples }
}

const npmInstall = "npm install "

/** The packages that a README's program imports. */
export const importedBy = ({ code }: Example): ReadonlyArray<string> =>
  [...new Set([...code.matchAll(/ from "((?:@[\w-]+\/)?[\w-]+)/gu)].flatMap(([, name]) => name ?? []))].toSorted()

/** Runs an example; rejects if it fails. @returns its output, line by line */
export const runExample = async ({ file, kind }: Example, home: string): Promise<ReadonlyArray<string>> => {
  const runner = kind === "program" ? [] : [join("node_modules", "vitest", "vitest.mjs"), "run"]
  return (await node([...runner, file], home)).trimEnd().split("\n")
}

/**
 * The output that a program promises by `console.log(…) // this`, given its output: a comment may continue with a
 * reason, after a colon.
 */
export const saidIn = ({ code }: Example, printed: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.+)$/gmu)].map(([, said = ""], line) => {
    const found = printed[line]
    return found !== undefined && said.startsWith(`${found}: `) ? found : said
  })

/**
 * Writes an example into a folder. Only the addresses of the service and the acquirer differ from the printed text,
 * because ports 3000 and 3001 may be taken.
 */
export const writeExample = (
  { file, code }: Example,
  home: string,
  service: Server,
  acquirer: ServedAcquirer,
): Promise<void> => {
  const address = service.address()
  const port = typeof address === "object" && address !== null ? address.port : 3000
  const placed = code
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
    .replaceAll("http://127.0.0.1:3001", acquirer.url)
  return writeFile(join(home, file), placed)
}

/** The sandbox's acquirer at the other end of a connection. */
export interface ServedAcquirer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Serves like `npm run vintem -- acquirer`, with books that it forgets. */
export const serveAcquirer = async (): Promise<ServedAcquirer> => {
  const program = ["apps/api/vintem.mjs", "acquirer", "--port", "0", "--database", "sqlite::memory:"]
  const { VINTEM_GATEWAY_SECRET: _, ...env } = process.env
  const server = spawn(process.execPath, ["--conditions=vintem-source", ...program], {
    cwd: root,
    env: { ...env, HOST: "127.0.0.1" },
    stdio: ["ignore", "pipe", "ignore"],
  })
  const stop = async () => {
    const ended = once(server, "exit")
    if (server.exitCode === null && server.kill()) await ended
  }
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\/\/\S+/u.exec(line) ?? []
    if (url !== undefined) return { url, stop }
  }
  throw new Error("The acquirer ended before it listened.")
}

/** Answers `GET /api/v1/order/status` to clients with the key in the contract's README. */
export const serveStatuses = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(({ url, headers }, response) => {
      const isKnown = url === "/api/v1/order/status" && headers.authorization === "Bearer vintem_YOUR_KEY"
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" })
      response.end(JSON.stringify(isKnown ? { data: [{ status: "paid", title: "Pago" }] } : {}))
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

/** @returns the output; if it fails, rejects with all output */
export const node = (args: ReadonlyArray<string>, folder: string): Promise<string> =>
  run(process.execPath, args, folder)

const npm = (args: ReadonlyArray<string>, folder: string): Promise<string> => {
  const path = process.env["npm_execpath"]
  return path === undefined ? run("npm", args, folder) : node([path, ...args], folder)
}

const run = (command: string, args: ReadonlyArray<string>, folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { cwd: folder }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error([command, ...args].join(" "), { cause: `${stdout}\n${stderr}` }))
    })
  })

const folderOf = (name: Published): string => join(root, "packages", name)

const versionOf = (folder: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return version
}
