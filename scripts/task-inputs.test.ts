// The tests that a change triggers. Turbo repeats no task with unchanged inputs, so every file that a test reads has to
// be an input of its task, or of one that it depends on.
import { execFileSync } from "node:child_process"
import { join, normalize } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "..")

interface Task {
  readonly taskId: string
  readonly directory: string
  /** By their paths from the directory. */
  readonly inputs: Readonly<Record<string, string>>
  readonly dependencies: ReadonlyArray<string>
}

interface Plan {
  readonly globalCacheInputs: { readonly files: Readonly<Record<string, string>> }
  readonly tasks: ReadonlyArray<Task>
}

let tasks: ReadonlyMap<string, Task>
let filesOfAll: ReadonlySet<string>

beforeAll(() => {
  const turbo = join(root, "node_modules", ".bin", process.platform === "win32" ? "turbo.cmd" : "turbo")
  const kinds = ["test", "test:smoke", "test:deep", "docs:check"]
  const ofRepository = ["//#types", "//#lint", "//#unused", "//#boundaries", "//#packages"]
  const printed = execFileSync(turbo, ["run", ...kinds, ...ofRepository, "--dry=json"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "ignore"],
  })
  const plan: Plan = JSON.parse(printed)
  tasks = new Map(plan.tasks.map((task) => [task.taskId, task]))
  filesOfAll = new Set(Object.keys(plan.globalCacheInputs.files))
})

const reads = (taskId: string, file: string): boolean => {
  const task = tasks.get(taskId)
  if (task === undefined) throw new Error(`There is no task ${taskId}`)
  const isInput = Object.keys(task.inputs).some((path) => normalize(join(task.directory, path)) === file)
  return isInput || filesOfAll.has(file) || task.dependencies.some((dependency) => reads(dependency, file))
}

const testsOf = (...packages: ReadonlyArray<string>): ReadonlyArray<string> =>
  packages.map((name) => `@vintem/${name}#test`)

const everyTest = [
  ...testsOf("domain", "testing", "contract", "application", "adapters", "pay", "api", "bench", "proof", "reference"),
  "@vintem/api#test:smoke",
]
const deepTests = ["application", "adapters", "api", "proof"].map((name) => `@vintem/${name}#test:deep`)

describe("a change", () => {
  it.each([
    ["tsconfig.base.json", [...everyTest, ...deepTests, "//#types"]],
    ["vitest.shared.ts", [...everyTest, ...deepTests]],
    ["scripts/seeded-properties.ts", [...everyTest, ...deepTests]],
    ["scripts/failures-reporter.ts", [...everyTest, ...deepTests, "//#boundaries"]],
    ["packages/domain/src/order/machine.ts", [...everyTest, ...deepTests, "//#types", "//#lint", "//#packages"]],
    ["packages/domain/src/order/machine.ts", ["@vintem/api-reference#docs:check"]],
    ["packages/testing/src/order/laws.ts", [...everyTest.slice(1), ...deepTests]],
    ["packages/contract/src/order/single-order-request.ts", testsOf("contract", "pay", "api", "bench", "reference")],
    ["packages/adapters/src/sql/schema/migrations.ts", testsOf("application", "adapters", "api", "bench")],
    ["packages/adapters/test/fixtures/localhost-key.pem", testsOf("adapters")],
    ["packages/adapters/data/hosting-ranges.bin", testsOf("adapters", "api")],
    ["tools/reference/src/machine/machine-page.ts", testsOf("api", "reference")],
    ["tools/pages/build-pages.ts", testsOf("api", "pages")],
    ["tools/test-postgres/server.ts", [...testsOf("adapters", "api", "bench"), ...deepTests.slice(1)]],
    ["examples/webhook-receiver/receiver.js", testsOf("adapters")],
    ["scripts/hosting-ranges.mjs", testsOf("adapters")],
    ["docs/gateway-protocol.md", testsOf("api")],
    ["deploy/nginx.conf", [...testsOf("api"), "@vintem/api#test:smoke", "@vintem/api#test:deep"]],
    ["proof/crash/scenario.ts", [...testsOf("proof"), "@vintem/proof#test:deep"]],
    ["docs/decisions/README.md", ["//#boundaries"]],
    ["apps/api/test/openapi.reviewed.json", testsOf("api")],
    ["apps/api/openapi.spectral.yaml", ["@vintem/api#test:deep"]],
    ["scripts/linters/package-lock.json", ["@vintem/api#test:deep", "//#packages"]],
    ["apps/pay/src/page/page.ts", testsOf("pay", "api")],
    ["package.json", ["@vintem/api#test", "@vintem/api#test:deep", "//#unused"]],
    ["scripts/ensure-installed.mjs", ["@vintem/api#test", "@vintem/api#test:deep"]],
    ["biome.json", ["//#lint", "//#boundaries"]],
    ["README.md", ["@vintem/api-reference#docs:check", "//#packages"]],
    ["packages/domain/README.md", ["@vintem/api-reference#docs:check", "//#packages"]],
  ] satisfies ReadonlyArray<readonly [string, ReadonlyArray<string>]>)("of %s is tested again by %j", (file, those) => {
    expect(those.filter((task) => !reads(task, file))).toEqual([])
  })

  it.each([
    ["apps/api/src/serve.ts", testsOf("domain", "contract", "application", "adapters", "pay")],
    ["packages/testing/src/order/laws.ts", testsOf("domain")],
    ["packages/adapters/src/index.ts", testsOf("domain", "testing", "contract", "pay")],
    ["packages/contract/src/index.ts", testsOf("domain", "testing", "adapters", "application")],
    ["docs/testing.md", testsOf("domain", "contract", "application", "adapters", "pay")],
  ])("of %s is not tested again by %j", (file, others) => {
    expect(others.filter((task) => reads(task, file))).toEqual([])
  })
})
