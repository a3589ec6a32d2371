/**
 * Starts the program with the code compiled by the previous start: only new sources have their types stripped and are
 * compiled. That saves a third of the work of a start, and the memory of the type stripper; so this file has no types.
 * The compiled code is stored with the dependencies; if that folder is not writable, nothing is stored.
 *
 * If Node cannot run the sources, or the flag that finds them is missing, it starts itself again in the right way, and
 * passes signals on. So any Node from 18 on has to understand this file: functions that an older one lacks are taken
 * from a namespace, not imported by name.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import * as nodeModule from "node:module"
import { fileURLToPath } from "node:url"
import { setFlagsFromString } from "node:v8"
import { resolvingOnce } from "./resolve-once.mjs"

const self = fileURLToPath(import.meta.url)
const dependencies = fileURLToPath(new URL("../../node_modules", import.meta.url))
const stripsTypes = Boolean(process.features.typescript)
const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ")
const findsSources = /(?:--conditions|-C)[= ]vintem-source\b/u.test(flags)

const runAgain = () => {
  const system = process.platform === "win32" ? "win" : process.platform
  const installed = `${dependencies}/node-${system}-${process.arch}/bin/node${system === "win" ? ".exe" : ""}`
  const node = stripsTypes ? process.execPath : installed
  if (!existsSync(node)) {
    process.stderr.write(
      `Vintém runs on Node 22.18 or newer, and this is Node ${process.versions.node}: use npm start, or npm run vintem -- COMMAND, which install a Node of their own.\n`,
    )
    process.exit(2)
  }
  const child = spawn(
    node,
    ["--max-semi-space-size=32", "--conditions=vintem-source", self, ...process.argv.slice(2)],
    // If this process is killed, the other one notices (see src/process/launchers.ts).
    { stdio: "inherit", env: { ...process.env, RUN_AGAIN_BY_VINTEM: "1" } },
  )
  const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"]
  for (const signal of passedOn) process.on(signal, () => child.kill(signal))
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status)
    for (const one of passedOn) process.removeAllListeners(one)
    process.kill(process.pid, signal)
  })
}

/**
 * Settings of V8, which reads them each time it uses them.
 *
 * @see docs/decisions/engineering.md#0308
 */
const setUpHeap = () => {
  setFlagsFromString("--no-allocation-site-pretenuring")
  if (process.argv[2] === "serve") setFlagsFromString("--semi-space-growth-factor=1") // src/process/young-heap.ts lets it grow
}

if (stripsTypes && findsSources) {
  setUpHeap()
  const compiled = `${dependencies}/.cache/vintem`
  nodeModule.enableCompileCache(compiled)
  process.env.NODE_COMPILE_CACHE ??= compiled // for threads, which would otherwise load the type stripper
  nodeModule.registerHooks({ resolve: resolvingOnce() })
  await import("./src/main.ts")
} else {
  runAgain()
}
