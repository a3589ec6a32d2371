// `npm run advisories`: asks the npm registry for advisories on the packages installed with the service. Ends with 1 if
// there is one of high or critical severity. If the registry does not answer, it says so and ends with 0; with
// `--required`, which a release uses, it ends with 2.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { advisoriesReport } from "./advisories-report.ts"

const isRequired = process.argv.includes("--required")
const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: join(import.meta.dirname, ".."),
  encoding: "utf8",
  maxBuffer: 64 * 1024 ** 2,
  shell: process.platform === "win32",
  timeout: 120_000,
})
const report = advisoriesReport(stdout ?? "")

if (report._tag === "NotAsked") {
  console.error(`NOT ASKED: the npm registry gave no advisories (${report.why}). Nothing is known of the dependencies.`)
  process.exit(isRequired ? 2 : 0)
}
for (const line of report.failing) console.error(line)
console.log(
  `The registry was asked: ${report.failing.length} packages with advisories of high or critical severity, ${report.milder} with milder ones.`,
)
process.exit(report.failing.length === 0 ? 0 : 1)
