// `npm run types`: checks all types in one pass, including Effect's own diagnostics. A pass per package would check the
// packages below it again and again: it took three times as long.
//
// Browser code is checked once more, without Node's types: there `process` and `Buffer` have to be unknown.
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const bin = join(root, "node_modules", ".bin")
const isWindows = process.platform === "win32"

/** TypeScript's compiler with Effect's diagnostics built in. It exits with an error even for their warnings. */
const compiler = execFileSync(join(bin, isWindows ? "effect-tsgo.cmd" : "effect-tsgo"), ["get-exe-path"], {
  encoding: "utf8",
  shell: isWindows,
}).trim()

const projects = [
  "tsconfig.json",
  "packages/domain/tsconfig.pure.json",
  "packages/contract/tsconfig.pure.json",
  "apps/pay/tsconfig.pure.json",
  "apps/pay/browser/tsconfig.json",
  "apps/panel/tsconfig.pure.json",
  "apps/panel/browser/tsconfig.json",
]

// Several checkers in one process repeat each other's work, and other checks need the processors: one checker, with a
// less frequent garbage collector, takes two thirds of the work.
const check = (project: string): Promise<boolean> =>
  new Promise((resolve) => {
    const checking = spawn(compiler, ["--project", join(root, project), "--pretty", "false", "--singleThreaded"], {
      stdio: "inherit",
      env: { GOGC: "300", ...process.env },
    })
    checking.on("close", (status) => resolve(status === 0))
  })

const passed = await Promise.all(projects.map(check))
if (passed.includes(false)) process.exit(1)
