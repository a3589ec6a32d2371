// The linter refuses every forbidden import, with the reason, and accepts every allowed one. The rules are in
// biome.json.
import { execFile } from "node:child_process"
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, relative } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

/** The linter's messages on each probe, a file with one import, by the probe's path. */
let says: ReadonlyMap<string, string>
let tree: string

const probeOf = (file: string, module: string): string =>
  file.replace("probe", `probe-${module.replaceAll(/[^a-z]+/gu, "-")}`)

/** Lints a tree of only the rules and the probes, all in one run. */
const lint = (): Promise<ReadonlyMap<string, string>> =>
  new Promise((resolve) => {
    const options = ["lint", "--reporter=github", "--vcs-enabled=false", "--max-diagnostics=none"]
    execFile(join(root, "node_modules", ".bin", "biome"), options, { cwd: tree }, (_, stdout) => {
      const found = new Map<string, string>()
      for (const line of stdout.split("\n")) {
        const file = /title=lint\/style\/noRestrictedImports,file=([^,]+),/u.exec(line)?.[1]
        if (file !== undefined) found.set(relative(tree, file), line)
      }
      resolve(found)
    })
  })

beforeAll(async () => {
  tree = await realpath(await mkdtemp(join(tmpdir(), "vintem-boundaries-")))
  await copyFile(join(root, "biome.json"), join(tree, "biome.json"))
  for (const [file, module] of [...forbidden, ...allowed]) {
    const path = join(tree, probeOf(file, module))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `export * as it from "${module}"\n`)
  }
  says = await lint()
})

afterAll(() => rm(tree, { recursive: true }))

const forbidden: ReadonlyArray<readonly [file: string, module: string, reason: string]> = [
  ["packages/domain/src/order/probe.ts", "effect", "never the barrel"],
  ["packages/domain/src/order/probe.ts", "node:fs", "has no clock, no randomness, no files and no process"],
  ["packages/domain/src/order/probe.ts", "@vintem/application", "The domain stands alone"],
  ["packages/domain/src/order/probe.ts", "@effect/platform-node", "The domain does no I/O"],
  ["packages/domain/src/order/probe.ts", "effect/http", "The domain does no I/O"],
  ["packages/testing/src/probe.ts", "node:fs", "published for adapter authors"],
  ["packages/testing/src/probe.ts", "@vintem/adapters", "published for adapter authors"],
  ["packages/contract/src/probe.ts", "@vintem/application", "The wire knows the domain's words"],
  ["packages/contract/src/probe.ts", "node:crypto", "The wire runs in a browser"],
  ["packages/application/src/probe.ts", "@vintem/adapters", "Use cases speak to ports"],
  ["packages/application/src/probe.ts", "@vintem/contract", "Use cases speak to ports"],
  ["packages/application/src/probe.ts", "kysely", "Use cases hold no I/O"],
  ["packages/application/test/probe.test.ts", "@vintem/contract", "Stories of use cases run on memory adapters"],
  ["packages/adapters/src/probe.ts", "@vintem/application", "An adapter fulfils the domain's ports"],
  ["packages/adapters/src/probe.ts", "@vintem/contract", "An adapter fulfils the domain's ports"],
  ["packages/adapters/src/probe.ts", "@vintem/api", "An adapter fulfils the domain's ports"],
  ["apps/api/src/probe.ts", "@effect/platform-node", "Import the sub-path"],
  ["apps/pay/src/probe.ts", "@vintem/application", "A page knows the rules and the wire"],
  ["apps/pay/browser/probe.ts", "@vintem/api", "A page knows the rules and the wire"],
  ["apps/pay/browser/probe.ts", "effect", "never the barrel"],
  ["apps/pay/browser/probe.ts", "node:crypto", "The pages run in a browser"],
  ["apps/panel/src/probe.ts", "@vintem/application", "A page knows the rules and the wire"],
  ["apps/panel/browser/probe.tsx", "@vintem/api", "A page knows the rules and the wire"],
  ["apps/panel/browser/probe.tsx", "effect", "never the barrel"],
]

const allowed: ReadonlyArray<readonly [file: string, module: string]> = [
  ["packages/domain/src/order/probe.ts", "effect/Schema"],
  ["packages/domain/src/order/probe.test.ts", "node:fs"],
  ["packages/testing/src/probe.ts", "vitest"],
  ["packages/testing/src/probe.ts", "@vintem/domain"],
  ["packages/contract/src/probe.ts", "@vintem/domain"],
  ["packages/application/src/probe.ts", "@vintem/domain"],
  ["packages/application/test/probe.test.ts", "@vintem/adapters"],
  ["packages/adapters/src/probe.ts", "@vintem/domain"],
  ["packages/adapters/src/probe.ts", "node:crypto"],
  ["apps/api/src/probe.ts", "@vintem/adapters"],
  ["apps/api/src/probe.ts", "@vintem/pay"],
  ["apps/pay/browser/probe.ts", "@vintem/contract"],
  ["apps/api/src/probe.ts", "@effect/platform-node/NodeHttpServer"],
]

describe("package boundaries", () => {
  it.each(forbidden)("%s may not import %s: %s", (file, module, reason) => {
    expect(says.get(probeOf(file, module))).toContain(reason)
  })

  it.each(allowed)("%s may import %s", (file, module) => {
    expect(says.get(probeOf(file, module))).toBeUndefined()
  })

  it("are checked", () => {
    expect(says.size).toBe(forbidden.length)
  })
})
