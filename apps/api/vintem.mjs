/**
 * Starts the program with what was compiled the time before: types are stripped from the sources, and code is made of them, only where
 * they are new. That saves a third of the work of a start, and the memory of what strips the types; it is why this file has none.
 * What is kept stands with the dependencies; where that cannot be written, nothing is kept.
 *
 * Started on a Node that cannot run the sources, or without the flag that finds them, it runs itself once more as it should be run, and
 * passes signals on. So it has to be understood by any Node from 18 on: what those lack is taken from a namespace and not by name.
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
    // Where this process is killed, the other one notices (see src/process/launchers.ts).
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
 * Settings of V8, which reads them each time they matter.
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
  process.env.NODE_COMPILE_CACHE ??= compiled // for threads, which would load the stripper of types
  nodeModule.registerHooks({ resolve: resolvingOnce() })
  await import("./src/main.ts")
} else {
  runAgain()
}
