/**
 * A sandbox on a folder of its own in which `vintem demo` has made something of everything. It ends with this process.
 */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const program = join(import.meta.dirname, "../vintem.mjs")

/** @returns what `vintem demo --json` says of it */
export const demoShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-demo-"))
  const inFolder = { cwd: folder, env: { ...process.env, PORT: "0", VINTEM_LOG_LEVEL: "error" } }
  const service = spawn(process.execPath, ["--conditions=source", program, "serve"], {
    ...inFolder,
    stdio: ["ignore", "pipe", "inherit"],
  })
  process.on("exit", () => {
    service.kill("SIGKILL")
    rmSync(folder, { recursive: true, force: true })
  })
  const base = await new Promise((resolve, reject) => {
    let printed = ""
    service.on("exit", () => reject(new Error("The service did not start.")))
    service.stdout.on("data", (chunk) => {
      printed += chunk
      const [, found] = /^Vintém serves (http:\/\/[^/]+)/mu.exec(printed) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const args = ["--conditions=source", program, "demo", "--url", base, "--json"]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...inFolder, encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
