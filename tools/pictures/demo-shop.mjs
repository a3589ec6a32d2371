/** A new sandbox that `vintem demo` has filled. It ends with this process. */
import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const program = join(import.meta.dirname, "../../apps/api/vintem.mjs")

/**
 * @returns the output of `vintem demo --json`, and an `owner` of its company: an e-mail, and a link to choose a
 *   password
 */
export const demoShop = async () => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-demo-"))
  const inFolder = { cwd: folder, env: { ...process.env, PORT: "0", VINTEM_LOG_LEVEL: "error" } }
  const service = spawn(process.execPath, ["--conditions=vintem-source", program, "serve"], {
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
  const vintem = (...words) => {
    const args = ["--conditions=vintem-source", program, ...words, "--json"]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { ...inFolder, encoding: "utf8" })
    if (status !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }
  const shop = vintem("demo", "--url", base)
  const email = "dona@escola.example"
  const grant = ["--role", "owner", "--company", String(shop.company)]
  const { link } = vintem("user", "create", "--email", email, "--name", "Dona da Escola", ...grant)
  // Printed links have the service's usual address; this one listens elsewhere.
  return { ...shop, owner: { email, link: base + new URL(link).pathname + new URL(link).hash } }
}
