// A start's remembered module locations, compared with Node's answer for each.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Runs before the program: asks both about each import, and prints the differences and the count. */
const witness = `
import { registerHooks } from "node:module"
import { resolvingOnce } from "${new URL("../resolve-once.mjs", import.meta.url).href}"
const remembered = resolvingOnce()
let asked = 0
let ownAnswers = 0
const differences = []
registerHooks({
  resolve: (specifier, context, next) => {
    const nodes = next(specifier, context)
    let isAsked = false
    const ours = remembered(specifier, context, () => { isAsked = true; return nodes })
    asked += 1
    if (!isAsked) ownAnswers += 1
    if (nodes.url !== ours.url || nodes.format !== ours.format) differences.push([specifier, context.parentURL, nodes, ours])
    return nodes
  },
})
process.on("exit", () => console.error(JSON.stringify({ asked, ownAnswers, differences })))
`

describe("a module that is found once", () => {
  it("is at Node's location, and of Node's format, for every import of the service", async () => {
    const preload = `data:text/javascript,${encodeURIComponent(witness)}`
    const child = spawn(
      process.execPath,
      ["--conditions=vintem-source", "--import", preload, "apps/api/src/main.ts", "--version"],
      {
        cwd: root,
        stdio: ["ignore", "ignore", "pipe"],
      },
    )
    const [told] = await Promise.all([text(child.stderr), once(child, "close")])
    const { asked, differences, ownAnswers } = JSON.parse(told.trim())
    expect(differences).toEqual([])
    // Most answers are remembered ones.
    expect(asked).toBeGreaterThan(2_000)
    expect(ownAnswers).toBeGreaterThan(asked * 0.75)
  })
})
