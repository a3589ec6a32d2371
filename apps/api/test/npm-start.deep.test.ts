/** The service started through npm, a shell or the machine's own Node, and how it ends with them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { expectGracefulEnd, folderOfTests, program, root, start } from "./started-service.ts"

const parent = folderOfTests()

/** A package whose scripts start the service through a shell that stays, as other people's may. */
const packageOfAnother = mkdtempSync(join(parent, "package-"))
writeFileSync(
  join(packageOfAnother, "package.json"),
  JSON.stringify({
    private: true,
    scripts: {
      serve: `"${process.execPath}" --conditions=vintem-source "${program}" serve; exit $?`,
      again: `"${process.execPath}" --no-strip-types "${program}" serve; exit $?`,
      outer: "npm run serve; exit $?",
    },
  }),
)

// A signal to npm alone. npm passes SIGTERM and SIGINT on to its child, which may be a shell that does not; SIGHUP and
// SIGKILL end it.
describe.concurrent("the service that npm started", () => {
  it.each([
    ["npm start", root, "SIGTERM", "SIGTERM"],
    ["npm start", root, "SIGINT", "SIGINT"],
    ["npm start", root, "SIGHUP", "the parent process has ended"],
    ["npm start", root, "SIGKILL", "the parent process has ended"],
    ["npm run dev", root, "SIGTERM", "SIGTERM"],
    ["npm run dev", root, "SIGKILL", "the parent process has ended"],
    ["npm run serve", packageOfAnother, "SIGTERM", "the parent process has ended"],
    ["npm run serve", packageOfAnother, "SIGKILL", "the parent process has ended"],
    ["npm run outer", packageOfAnother, "SIGTERM", "the parent process has ended"],
    ["npm run again", packageOfAnother, "SIGTERM", "the parent process has ended"],
  ] as const)("%s in %s ends gracefully with it: %s", async (command, folder, signal, reason) => {
    const running = await start(command.split(" "), parent, folder)
    running.child.kill(signal)
    await expectGracefulEnd(running, reason)
    expect((await start([process.execPath, program, "serve"], parent, parent, running.file)).base).not.toBe("")
  })

  it("is the acquirer, too", async () => {
    const books = join(mkdtempSync(join(parent, "data-")), "acquirer.db")
    const running = await start(
      ["npm", "run", "vintem", "--", "acquirer", "--port", "0", "--database", `sqlite:${books}`],
      parent,
      root,
      books,
    )
    running.child.kill("SIGTERM")
    await expectGracefulEnd(running, "SIGTERM")
  })
})

describe.concurrent("vintem.mjs, started directly", () => {
  it.each([
    [["--no-strip-types"], "SIGTERM"],
    [["--no-strip-types"], "SIGINT"],
    [["--no-strip-types"], "SIGHUP"],
    [["--conditions=vintem-source"], "SIGHUP"],
  ] as const)(
    "serves with the flags %j, and ends gracefully at %s, whether or not it runs itself again",
    async (flags, signal) => {
      const running = await start([process.execPath, ...flags, program, "serve"], parent)
      const ended = once(running.child, "exit")
      running.child.kill(signal)
      expect(await ended).toEqual([0, null])
      await expectGracefulEnd(running, signal)
    },
  )

  it("ends with the process that ran it again, however that ends", async () => {
    const running = await start([process.execPath, "--no-strip-types", program, "serve"], parent)
    running.child.kill("SIGKILL")
    await expectGracefulEnd(running, "the parent process has ended")
  })

  it("continues in the background when its shell ends", async () => {
    const inBackground = `"${process.execPath}" "${program}" serve & echo "service $!"`
    const running = await start(["sh", "-c", inBackground], parent)
    if (running.child.exitCode === null) await once(running.child, "exit")
    const [, pid = ""] = /service (\d+)/u.exec(running.printed()) ?? []
    // Longer than it takes to notice that a launcher has ended.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect((await fetch(`${running.base}/health/live`)).status).toBe(200)
    process.kill(Number(pid), "SIGTERM")
    await expectGracefulEnd(running, "SIGTERM")
  })

  it("returns the command's exit status", async () => {
    const child = spawn(process.execPath, ["--no-strip-types", program, "no-such-command"], { stdio: "ignore" })
    expect(await once(child, "exit")).toEqual([2, null])
  })
})
