// What is published works for a stranger: every package is built and packed, and all are installed from their tarballs into an
// empty folder. There the examples of the READMEs type-check, run, and print what they say; nothing of the repository is near.
import { execFile } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserPrograms, bundleForBrowser, describeBundle } from "./build-browser-bundle.ts"
import { buildPackages, published } from "./build-packages.ts"
import { linter } from "./linters/linter.ts"

const root = join(import.meta.dirname, "..")
const tools = join(root, "node_modules")
const examples = published.flatMap((name) => examplesOf(name))

/** Outside of the repository: `tarballs` holds what would be published, `stranger` is the folder of somebody who installs it. */
let outside: string
let stranger: string
let service: Server

beforeAll(async () => {
  expect(buildPackages()).toBe(true)
  outside = await realpath(await mkdtemp(join(tmpdir(), "vintem-packages-")))
  stranger = join(outside, "stranger")
  const tarballs = join(outside, "tarballs")
  await Promise.all([stranger, tarballs].map((folder) => mkdir(folder)))
  await npm(["pack", "--pack-destination", tarballs, ...published.map((name) => join(root, "packages", name))], outside)
  await writeFile(join(stranger, "package.json"), `{ "private": true, "type": "module" }\n`)
  const beside = ["vitest", "fast-check", "@types/node"].map((library) => `${library}@${versionHere(library)}`)
  await npm(
    ["install", "--prefer-offline", "--no-audit", "--no-fund", ...published.map(tarballOf), ...beside],
    stranger,
  )
  service = await serveStatuses()
  for (const { file, code } of examples) await writeFile(join(stranger, file), addressedTo(service, code))
})

afterAll(async () => {
  service?.close()
  if (outside !== undefined) await rm(outside, { recursive: true })
})

describe.each(published)("the package %s", (name) => {
  it("is clean for publint", async () => {
    const tarball = new Uint8Array(await readFile(tarballOf(name))).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([])
  })

  it("has types that resolve as its code does", async () => {
    await node([linter("@arethetypeswrong/cli/dist/index.js"), tarballOf(name), "--profile", "esm-only"], outside)
  })

  it("brings the sources that its maps point at, and no tests", () => {
    const files = readdirSync(installed(name), { recursive: true, encoding: "utf8" })
    const maps = files.filter((file) => file.endsWith(".map")).map((file) => join(installed(name), file))
    expect(maps).not.toEqual([])
    expect(maps.flatMap(sourcesOf).filter((source) => !existsSync(source))).toEqual([])
    expect(files.filter((file) => /\.test\.|tsbuildinfo/u.test(file))).toEqual([])
  })

  it("has an example in its README", () => {
    expect(examples.filter((example) => example.package === name)).not.toEqual([])
  })
})

describe("the examples of the READMEs", () => {
  it("type-check against the published types, with every library checked too", async () => {
    const compilerOptions = {
      target: "es2024",
      lib: ["es2024", "dom"],
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    }
    await writeFile(join(stranger, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
    await node([join(tools, "typescript", "bin", "tsc"), "--project", stranger, "--pretty", "false"], stranger)
  })

  it.each(examples.filter(({ kind }) => kind === "program"))("$title prints what it says", async ({ file, code }) => {
    const printed = (await node([file], stranger)).trimEnd().split("\n")
    expect(printed).toEqual(saidIn(code).map((said, line) => withoutReason(said, printed[line])))
  })

  it.each(examples.filter(({ kind }) => kind === "test"))("$title passes as a test", async ({ file }) => {
    await node([join("node_modules", "vitest", "vitest.mjs"), "run", file], stranger)
  })
})

describe("the published adapters", () => {
  it("find the snapshot of hosting networks that comes with them", async () => {
    const program = `
      import { HostingAddressDetectorSnapshot } from "@vintem/adapters"
      import { HostingAddressDetector } from "@vintem/domain"
      import { Effect } from "effect"
      const detector = HostingAddressDetector.pipe(Effect.provide(HostingAddressDetectorSnapshot.layer))
      console.log((await Effect.runPromise(detector)).snapshotDate)`
    expect(await node(["--input-type=module", "--eval", program], stranger)).toMatch(/^\d{4}-\d{2}-\d{2}\n$/u)
  })
})

describe("in a browser", () => {
  // No budget: about twice what they take, so that only a whole library that slipped in is caught (the `effect` barrel is one).
  const gzippedMax = (name: string): number => (name.startsWith("@vintem/domain") ? 90_000 : 220_000)

  it.each(Object.entries(browserPrograms))("%s bundles without Node", async (name, program) => {
    const bundle = await bundleForBrowser(program, stranger)
    console.log(describeBundle(name, bundle))
    expect(bundle.gzipped).toBeLessThan(gzippedMax(name))
  })

  it("does not bundle what needs Node", async () => {
    const adapters = bundleForBrowser(`export * from "@vintem/adapters"`, stranger)
    await expect(adapters).rejects.toThrow(`Could not resolve "node:crypto"`)
  })
})

interface Example {
  readonly package: (typeof published)[number]
  readonly title: string
  readonly file: string
  readonly code: string
  /** A program is run by Node; a test, fenced as `ts test`, by vitest. */
  readonly kind: "program" | "test"
}

function examplesOf(name: (typeof published)[number]): ReadonlyArray<Example> {
  const readme = readFileSync(join(root, "packages", name, "README.md"), "utf8")
  return [...readme.matchAll(/^```ts( test)?\n(.*?)^```$/gmsu)].map(([, test, code = ""], index) => {
    const kind = test === undefined ? "program" : "test"
    const title = `${name}, example ${index + 1}`
    return { package: name, title, file: `${name}-${index + 1}.${kind}.ts`, code, kind }
  })
}

/** What an example says it prints: `console.log(…) // this`. */
const saidIn = (code: string): ReadonlyArray<string> =>
  [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.+)$/gmu)].map(([, said = ""]) => said)

/** A comment may go on to say why: `// paid: late money is money`. */
const withoutReason = (said: string, printed: string | undefined): string =>
  printed !== undefined && said.startsWith(`${printed}: `) ? printed : said

const tarballOf = (name: string): string =>
  join(outside, "tarballs", `vintem-${name}-${versionOf(join(root, "packages", name))}.tgz`)

const installed = (name: string): string => join(stranger, "node_modules", "@vintem", name)

const versionOf = (folder: string): string => {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return version
}

/** The version the repository is locked to: already in npm's cache, and no newer one can break the test. */
const versionHere = (library: string): string => versionOf(join(tools, library))

const sourcesOf = (map: string): ReadonlyArray<string> => {
  const { sources }: { sources: ReadonlyArray<string> } = JSON.parse(readFileSync(map, "utf8"))
  return sources.map((source) => join(dirname(map), source))
}

/** Answers `GET /api/v1/order/status` to whoever has the key of the contract's README. */
const serveStatuses = (): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(({ url, headers }, response) => {
      const isKnown = url === "/api/v1/order/status" && headers.authorization === "Bearer vintem_YOUR_KEY"
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" })
      response.end(JSON.stringify(isKnown ? { data: [{ status: "paid", title: "Pago" }] } : {}))
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

/** The one thing in an example that is not run as printed: where the service is, for port 3000 may be taken. */
const addressedTo = (server: Server, code: string): string => {
  const address = server.address()
  return typeof address === "object" && address !== null
    ? code.replaceAll("127.0.0.1:3000", `127.0.0.1:${address.port}`)
    : code
}

const node = (args: ReadonlyArray<string>, folder: string): Promise<string> => run(process.execPath, args, folder)

const npm = (args: ReadonlyArray<string>, folder: string): Promise<string> => {
  const path = process.env["npm_execpath"]
  return path === undefined ? run("npm", args, folder) : node([path, ...args], folder)
}

/** @returns what was printed; rejected with all that was, where the command fails */
const run = (command: string, args: ReadonlyArray<string>, folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(command, args, { cwd: folder }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(new Error([command, ...args].join(" "), { cause: `${stdout}\n${stderr}` }))
    })
  })
