/** The service started by any command, and its required end. Leftovers of a file's tests are ended after them. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect } from "vitest"
import { eventually } from "./eventually.ts"

/** The repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url))

/** The program as it is installed. */
export const program = join(root, "apps/api/vintem.mjs")

const started = new Set<ChildProcess>()

/** A folder for the tests of a file. After them it is deleted, and every process started in it is ended. */
export const folderOfTests = (): string => {
  const parent = mkdtempSync(join(tmpdir(), "vintem-npm-"))
  afterAll(() => {
    // Each was started as the leader of a group, which all its children belong to.
    for (const { pid } of started) if (pid !== undefined) endGroup(pid)
    started.clear()
    rmSync(parent, { recursive: true, force: true })
  })
  return parent
}

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // The whole group has ended.
  }
}

export interface Started {
  readonly child: ChildProcess
  /** The output so far, of both streams. */
  readonly printed: () => string
  /** Where the service listens. */
  readonly base: string
  /** Its data, alone in a folder. */
  readonly file: string
}

/**
 * @param parent - its home; its data is in a new folder there, unless a file is named
 * @param folder - its working folder
 */
export const start = async (
  [command = "", ...args]: ReadonlyArray<string>,
  parent: string,
  folder = parent,
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

/** Checks that the service has ended, logged why, and left nothing but its file. */
export const expectGracefulEnd = async ({ base, file, printed }: Started, reason: string) => {
  await eventually(async () => expect(await answers(base)).toBe(false))
  await eventually(() =>
    expect(readdirSync(join(file, "..")).filter((name) => /-(?:wal|shm)$/u.test(name))).toEqual([]),
  )
  // Lines of one tick are written at its end: the files may be gone a moment before.
  await eventually(() => expect(printed()).toContain(`"stopping",{"reason":"${reason}`))
}

/** Not `rejects`, which among concurrent tests may count its failure against another one. */
const answers = (base: string): Promise<boolean> =>
  fetch(`${base}/health/live`).then(
    () => true,
    () => false,
  )
