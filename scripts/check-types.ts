// `npm run types`: checks the types of everything in one pass, and with them what Effect's own diagnostics find. A pass over each
// package would check the packages below it again and again: it took three times as long.
//
// What runs in a browser is checked once more, without the types of Node: there `process` and `Buffer` have to be unknown.
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")
const bin = join(root, "node_modules", ".bin")
const isWindows = process.platform === "win32"

/** TypeScript's compiler with Effect's diagnostics built in; it exits with an error for a warning of theirs, too. */
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

// Several checkers in one process each find out again what the others know, and whatever is checked beside this has use for the processors:
// one checker, and a collector of garbage that comes less often, take two thirds of the work.
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
