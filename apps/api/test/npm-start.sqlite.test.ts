/**
 * The service as a newcomer starts it, through npm, a shell or whatever Node the machine has, and how it ends with them.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { eventually } from "./eventually.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const program = join(root, "apps/api/vintem.mjs")
const parent = mkdtempSync(join(tmpdir(), "vintem-npm-"))
const started = new Set<ChildProcess>()
afterAll(() => {
  // Each was started as the leader of a group, which whatever it started belongs to.
  for (const { pid } of started) if (pid !== undefined) endGroup(pid)
  rmSync(parent, { recursive: true, force: true })
})

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // All of it has ended.
  }
}

interface Started {
  readonly child: ChildProcess
  /** What was printed so far, on both outputs. */
  readonly printed: () => string
  /** Where the service listens. */
  readonly base: string
  /** Its data, alone in a folder. */
  readonly file: string
}

const start = async (
  [command = "", ...args]: ReadonlyArray<string>,
  folder: string,
  file = join(mkdtempSync(join(parent, "data-")), "vintem.db"),
): Promise<Started> => {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    env: { PATH: process.env["PATH"] ?? "", HOME: parent, PORT: "0", DATABASE_URL: `sqlite:${file}` },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started.add(child)
  let text = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk
    })
  }
  const [, base = ""] = await eventually(() => {
    const match = /(?:serves|acquirer at) (http:\/\/[\d.:]+)/u.exec(text)
    if (match === null) throw new Error(`It does not serve: ${text}`)
    return match
  })
  return { child, printed: () => text, base, file }
}

/** Whether the service has ended, said why in its log, and left nothing but its file. */
const expectGracefulEnd = async ({ base, file, printed }: Started, reason: string) => {
  await eventually(() => expect(fetch(`${base}/health/live`)).rejects.toThrow())
  await eventually(() =>
    expect(readdirSync(join(file, "..")).filter((name) => /-(?:wal|shm)$/u.test(name))).toEqual([]),
  )
  expect(printed()).toContain(`"stopping",{"reason":"${reason}`)
}

/** A package whose scripts begin the service through a shell that stays, as those of anybody may do. */
const packageOfAnother = mkdtempSync(join(parent, "package-"))
writeFileSync(
  join(packageOfAnother, "package.json"),
  JSON.stringify({
    private: true,
    scripts: {
      serve: `"${process.execPath}" --conditions=source "${program}" serve; exit $?`,
      again: `"${process.execPath}" --no-strip-types "${program}" serve; exit $?`,
      outer: "npm run serve; exit $?",
    },
  }),
)

// A signal to npm alone. npm passes SIGTERM and SIGINT on to what it started, which may be a shell that does not; SIGHUP and SIGKILL end it.
describe.concurrent("the service that npm started", () => {
  it.each([
    ["npm start", root, "SIGTERM", "SIGTERM"],
    ["npm start", root, "SIGINT", "SIGINT"],
    ["npm start", root, "SIGHUP", "what started the service has ended"],
    ["npm start", root, "SIGKILL", "what started the service has ended"],
    ["npm run dev", root, "SIGTERM", "SIGTERM"],
    ["npm run dev", root, "SIGKILL", "what started the service has ended"],
    ["npm run serve", packageOfAnother, "SIGTERM", "what started the service has ended"],
    ["npm run serve", packageOfAnother, "SIGKILL", "what started the service has ended"],
    ["npm run outer", packageOfAnother, "SIGTERM", "what started the service has ended"],
    ["npm run again", packageOfAnother, "SIGTERM", "what started the service has ended"],
  ] as const)("%s in %s ends gracefully with it: %s", async (command, folder, signal, reason) => {
    const running = await start(command.split(" "), folder)
    running.child.kill(signal)
    await expectGracefulEnd(running, reason)
    expect((await start([process.execPath, program, "serve"], parent, running.file)).base).not.toBe("")
  })

  it("ends with status 0 where npm was told to stop and waits for it", async () => {
    const { child } = await start(["npm", "start"], root)
    const ended = once(child, "exit")
    child.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })

  it("is the acquirer, too", async () => {
    const books = join(mkdtempSync(join(parent, "data-")), "acquirer.db")
    const running = await start(
      ["npm", "run", "vintem", "--", "acquirer", "--port", "0", "--database", `sqlite:${books}`],
      root,
      books,
    )
    running.child.kill("SIGTERM")
    await expectGracefulEnd(running, "SIGTERM")
  })
})

describe.concurrent("vintem.mjs, started as it stands", () => {
  it.each([
    [[], "SIGTERM"],
    [["--no-strip-types"], "SIGTERM"],
    [["--no-strip-types"], "SIGINT"],
    [["--no-strip-types"], "SIGHUP"],
    [["--conditions=source"], "SIGHUP"],
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
    await expectGracefulEnd(running, "what started the service has ended")
  })

  it("goes on in the background when the shell ends that started it there", async () => {
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

  it("gives the exit status of what was asked", async () => {
    const child = spawn(process.execPath, ["--no-strip-types", program, "no-such-command"], { stdio: "ignore" })
    expect(await once(child, "exit")).toEqual([2, null])
  })
})
