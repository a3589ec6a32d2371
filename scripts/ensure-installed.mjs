// Runs before every npm script, on the machine's own Node (20 or newer). It installs the locked dependencies if they
// are missing or package-lock.json has changed since, and says in one line if there is no Node to run on. With --deep
// it also installs the linters that only the deep tests start; with --pages it builds the pages' files, unless they are
// up to date. Plain JavaScript and built-in modules only: at this point nothing is installed.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")

/** Installs a folder's lockfile, unless that version was installed last. */
const ensureInstalled = (folder, what) => {
  const stamp = join(folder, "node_modules", ".vintem-lock")
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex")
  const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : ""
  if (installed === wanted) return

  console.error(`Installing ${what} …`)
  const npm = process.env.npm_execpath
  const [command, first] = npm === undefined ? ["npm", []] : [process.execPath, [npm]]
  // Not `npm ci`: it insists on entries for the binaries of every other platform, and not every registry has them all.
  const result = spawnSync(command, [...first, "install", "--no-save", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  })
  if (result.status !== 0) {
    console.error(
      "The dependencies could not be installed (see above). Check the connection to the npm registry and run this again.",
    )
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
}

ensureInstalled(root, "the locked dependencies")
if (process.argv.includes("--deep")) ensureInstalled(join(root, "scripts", "linters"), "what the deep tests start")

// The scripts that serve begin with `exec`, so that npm's shell does not stand between npm and the service: a shell
// that gets a stop signal ends without passing it on. Windows' shell has no such word, so this creates one.
if (process.platform === "win32") writeFileSync(join(root, "node_modules", ".bin", "exec.cmd"), "@%*\r\n")

const pinned = join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node")
const isPinned = existsSync(pinned)
if (!isPinned && Number(process.versions.node.split(".")[0]) < 24) {
  console.error(
    `No Node 24 is published to npm for ${process.platform} ${process.arch}, and this machine runs Node ${process.versions.node}: install Node 24 and run this again.`,
  )
  process.exit(1)
}

if (process.argv.includes("--pages")) {
  const { status } = spawnSync(isPinned ? pinned : process.execPath, [join(root, "tools", "pages", "main.ts")], {
    env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "vintem"), ...process.env },
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  })
  if (status !== 0) process.exit(1)
}
