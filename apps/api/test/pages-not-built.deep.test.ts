// The service bundles nothing itself: without the built pages it does not start.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { root } from "./started-service.ts"

/** The service's sources in a new folder, with the repository's dependencies. */
const sourcesAlone = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "vintem-not-built-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const part of ["package.json", "src", "vintem.mjs", "resolve-once.mjs"]) {
    cpSync(join(root, "apps", "api", part), join(folder, "apps", "api", part), { recursive: true })
  }
  for (const modules of ["node_modules", join("apps", "api", "node_modules")]) {
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(folder, modules))
  }
  return folder
}

const serve = (folder: string) =>
  spawnSync(process.execPath, ["--conditions=vintem-source", join(folder, "apps", "api", "src", "main.ts"), "serve"], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", PORT: "0" },
  })

describe("serve", () => {
  it("names the command if the pages are not built, and begins nothing", () => {
    const folder = sourcesAlone()
    const { status, stderr } = serve(folder)
    expect(stderr).toBe(
      `The pages are not built: ${join(folder, "apps", "pay", "dist")}/ is missing or incomplete. Run npm run pages, and start again.\n`,
    )
    expect(status).toBe(1)
    expect(existsSync(join(folder, "data"))).toBe(false)
  })

  it("names it also if one of their files is missing", () => {
    const folder = sourcesAlone()
    cpSync(join(root, "apps", "pay", "dist"), join(folder, "apps", "pay", "dist"), { recursive: true })
    const panel = join(folder, "apps", "panel", "dist")
    mkdirSync(panel, { recursive: true })
    for (const name of ["built.json", "script.js", "style.css"]) {
      writeFileSync(join(panel, name), readFileSync(join(root, "apps", "panel", "dist", name)))
    }
    expect(serve(folder).stderr).toContain(`${panel}/ is missing or incomplete. Run npm run pages`)
  })
})
