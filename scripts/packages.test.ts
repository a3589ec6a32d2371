// The published packages work elsewhere: every package is built and packed, and all are installed from their tarballs
// into an empty folder. There the examples of the READMEs type-check, run, and print what they promise, without the
// repository.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import type { Server } from "node:http"
import { dirname, join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type BrowserProgram, browserPrograms, bundleForBrowser, describeBundle } from "./build-browser-bundle.ts"
import { buildPackages, published } from "./build-packages.ts"
import { linter } from "./linters/linter.ts"
import {
  goOutside,
  importedBy,
  install,
  node,
  type Outside,
  readmeOf,
  runExample,
  type ServedAcquirer,
  saidIn,
  serveAcquirer,
  serveStatuses,
  writeExample,
} from "./newcomer.ts"

const tools = join(import.meta.dirname, "..", "node_modules")
const readmes = published.map((name) => ({ name, ...readmeOf(name) }))
const examples = readmes.flatMap((readme) => readme.examples)

let outside: Outside
/** The folder of a user who installs all of them. */
let stranger: string
let service: Server
let acquirer: ServedAcquirer

beforeAll(async () => {
  expect(buildPackages()).toBe(true)
  outside = await goOutside()
  stranger = await outside.newcomer("stranger")
  await writeFile(join(stranger, "package.json"), `{ "private": true, "type": "module" }\n`) // the compiler requires this for top-level await
  await install(outside, stranger, [...new Set([...readmes.flatMap(({ installs }) => installs.flat()), "@types/node"])])
  service = await serveStatuses()
  acquirer = await serveAcquirer()
  for (const example of examples) await writeExample(example, stranger, service, acquirer)
})

afterAll(async () => {
  service?.close()
  await acquirer?.stop()
  await outside?.remove()
})

describe.each(published)("the package %s", (name) => {
  it("is clean for publint", async () => {
    const tarball = new Uint8Array(await readFile(outside.tarballOf(name))).buffer
    const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg ?? {}, { color: false }))).toEqual([])
  })

  it("has types that resolve like its code", async () => {
    await node(
      [linter("@arethetypeswrong/cli/dist/index.js"), outside.tarballOf(name), "--profile", "esm-only"],
      outside.folder,
    )
  })

  it("finds its sources by a condition of its own: a monorepo may have another of the name `source`", () => {
    const { exports, imports = {} } = packedManifestOf(name)
    const conditions = [...Object.values(exports), ...Object.values(imports)].flatMap(Object.keys)
    expect(conditions.filter((one) => !["vintem-source", "types", "default"].includes(one))).toEqual([])
  })

  it("contains the sources that its maps name and the license, and no tests", () => {
    const files = readdirSync(installed(name), { recursive: true, encoding: "utf8" })
    const maps = files.filter((file) => file.endsWith(".map")).map((file) => join(installed(name), file))
    expect(maps).not.toEqual([])
    expect(maps.flatMap(sourcesOf).filter((source) => !existsSync(source))).toEqual([])
    expect(files.filter((file) => /\.test\.|tsbuildinfo/u.test(file))).toEqual([])
    expect(files).toContain("LICENSE")
  })
})

describe.each(readmes)(
  "the README of $name",
  ({ name, installs: [first, ...others], examples: [program, ...further] }) => {
    it("begins with the line that installs its first program's imports, and the dependencies that the package shares with it", () => {
      expect(first[0]).toBe(`@vintem/${name}`)
      const { peerDependencies = {}, peerDependenciesMeta = {} } = manifestOf(name)
      const shared = Object.keys(peerDependencies).filter((peer) => peerDependenciesMeta[peer]?.optional !== true)
      expect(first).toEqual(expect.arrayContaining([...shared, ...(program === undefined ? [] : importedBy(program))]))
    })

    it("says how to install the imports of every further example", () => {
      expect([...first, ...others.flat()]).toEqual(expect.arrayContaining(further.flatMap(importedBy)))
    })

    it("has an example", () => {
      expect(program?.kind).toBe("program")
    })
  },
)

describe("a dependency that a package shares with programs that embed it", () => {
  it.each(published)("is a range for %s that contains the tested version, and no own copy", (name) => {
    const { dependencies = {}, devDependencies = {}, peerDependencies = {} } = manifestOf(name)
    for (const [peer, range] of Object.entries(peerDependencies)) {
      const tried = devDependencies[peer] ?? ""
      expect(range).toMatch(/^\^\d+\.\d+\.\d+$/u)
      expect(isWithin(range, tried), `${peer} ${tried} in ${range}`).toBe(true)
      expect(dependencies[peer]).toBeUndefined()
    }
    expect(peerDependencies).toHaveProperty("effect")
    expect(Object.keys(dependencies).filter((dependency) => dependency.startsWith("@vintem/"))).toEqual([])
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

  it.each(examples.filter(({ kind }) => kind === "program"))("$title prints what it promises", async (example) => {
    const printed = await runExample(example, stranger)
    expect(printed).toEqual(saidIn(example, printed))
  })

  it.each(examples.filter(({ kind }) => kind === "test"))("$title passes as a test", async (example) => {
    await runExample(example, stranger)
  })
})

describe("the published adapters", () => {
  it("find their snapshot of hosting networks", async () => {
    const program = `
      import { HostingAddressDetectorSnapshot } from "@vintem/adapters"
      import { HostingAddressDetector } from "@vintem/domain/ports"
      import { Effect } from "effect"
      const detector = HostingAddressDetector.pipe(Effect.provide(HostingAddressDetectorSnapshot.layer))
      console.log((await Effect.runPromise(detector)).snapshotDate)`
    expect(await node(["--input-type=module", "--eval", program], stranger)).toMatch(/^\d{4}-\d{2}-\d{2}\n$/u)
  })
})

describe("in a browser", () => {
  // The sizes in docs/performance.md plus a tenth: an additional schema takes more than that.
  const gzippedMax: Readonly<Record<BrowserProgram, number>> = {
    "@vintem/domain": 75_500,
    "@vintem/domain, parseDocument alone": 6_300,
    "@vintem/domain, a Pix code alone": 6_700,
    "@vintem/domain, quote alone": 7_500,
    "@vintem/domain, statusOf alone": 1_100,
    "@vintem/contract": 164_000,
    "@vintem/contract, Client alone": 102_000,
  }

  it.each(browserPrograms)("$name bundles without Node, within its size limit", async ({ name, program }) => {
    const bundle = await bundleForBrowser(program, stranger)
    console.log(describeBundle(name, bundle))
    expect(bundle.gzipped).toBeLessThan(gzippedMax[name])
  })

  it("does not bundle code that needs Node", async () => {
    const adapters = bundleForBrowser(`export * from "@vintem/adapters"`, stranger)
    await expect(adapters).rejects.toThrow(/Could not resolve "node:/u)
  })
})

const installed = (name: string): string => join(stranger, "node_modules", "@vintem", name)

const packedManifestOf = (
  name: string,
): {
  readonly exports: Readonly<Record<string, Named>>
  readonly imports?: Readonly<Record<string, Named>>
} => JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8"))

const sourcesOf = (map: string): ReadonlyArray<string> => {
  const { sources }: { sources: ReadonlyArray<string> } = JSON.parse(readFileSync(map, "utf8"))
  return sources.map((source) => join(dirname(map), source))
}

/**
 * True if a version is in a range like `^4.1.0`: at least that, with an equal major version; below 1 an equal minor
 * one.
 */
const isWithin = (range: string, version: string): boolean => {
  const [least, most] = [range.slice(1).split(".").map(Number), version.split(".").map(Number)]
  const fixed = least[0] === 0 ? 2 : 1
  const isOfSame = least.slice(0, fixed).every((part, position) => part === most[position])
  return isOfSame && range.slice(1).localeCompare(version, "en", { numeric: true }) <= 0
}

/** Texts by their names: versions by package, files by condition. */
type Named = Readonly<Record<string, string>>

const manifestOf = (
  name: string,
): {
  readonly dependencies?: Named
  readonly devDependencies?: Named
  readonly peerDependencies?: Named
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
} => JSON.parse(readFileSync(join(import.meta.dirname, "..", "packages", name, "package.json"), "utf8"))
