// `npm test` and `npm run test:deep`: all checks of one kind, as Turbo tasks. Turbo repeats no task with unchanged
// inputs.
//
// Every task runs to its end, even if others fail, and the last lines repeat the failures. Further arguments go to
// Turbo: `npm test -- --force` repeats everything.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { failuresFolder } from "./failures-folder.ts"

/**
 * The tasks of each command; a name with `//#` is a script of the repository, any other one of each package that has
 * it.
 */
const tasks: Readonly<Record<string, ReadonlyArray<string>>> = {
  broad: ["//#types", "test", "test:smoke", "docs:check", "//#lint", "//#unused", "//#boundaries"],
  deep: ["test:deep", "//#packages", "//#expressions", "//#advisories"],
}

const root = join(import.meta.dirname, "..")
const [kind = "", ...options] = process.argv.slice(2)
const wanted = tasks[kind]
if (wanted === undefined) {
  console.error(`Say which tests: ${Object.keys(tasks).join(" or ")}.`)
  process.exit(2)
}

const folder = failuresFolder(root)
rmSync(folder, { recursive: true, force: true })

// One concurrent task per processor: more would each take more processor time, because they share the caches.
const concurrency = { TURBO_CONCURRENCY: "100%" }

const turbo = join(root, "node_modules", ".bin", process.platform === "win32" ? "turbo.cmd" : "turbo")
const { status } = spawnSync(turbo, ["run", ...wanted, "--continue=always", "--log-order=grouped", ...options], {
  cwd: root,
  env: { ...concurrency, ...process.env },
  stdio: "inherit",
  shell: process.platform === "win32",
})

const failures = existsSync(folder)
  ? readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8").trimEnd())
  : []
if (failures.length > 0) console.error(`\nTests that failed:\n\n${failures.join("\n")}`)
process.exit(status ?? 1)
