/** Other processes that use the SQLite file. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"

/** The module that a process imports to open and migrate files, as a JavaScript string. */
export const databaseModule = JSON.stringify(new URL("../src/sql/sqlite/database.ts", import.meta.url).href)

/**
 * Starts another Node that runs `code` with the name of the `file` up to `await ready()`; it continues when written to.
 */
export const startProcess = async (code: string, file: string): Promise<ChildProcess> => {
  const script = `
    const file = process.argv[1]
    const ready = () => new Promise((resolve) => {
      process.stdin.once("data", resolve)
      process.stdout.write("ready")
    })
    ${code}`
  const child = spawn(process.execPath, ["--conditions=vintem-source", "--input-type=module", "--eval", script, file])
  await once(child.stdout, "data")
  return child
}

/** Waits for its end; `complaint` is its standard error. */
export const endOf = async (child: ChildProcess) => {
  let complaint = ""
  child.stderr?.on("data", (chunk) => {
    complaint += String(chunk)
  })
  const [code] = await once(child, "close")
  return { code, complaint }
}
