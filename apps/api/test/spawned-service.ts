/**
 * Programs run for the tests of a file, above all the service: each in its own folder, killed and deleted afterwards.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Schema } from "effect"
import { afterAll } from "vitest"
import { type Ended, type Running, type Surroundings, startProgram } from "./spawned-program.ts"

export interface Serving {
  readonly program: Running
  /** Where it listens. */
  readonly base: string
}

/** Programs of any command. */
export const spawnedPrograms = () => {
  const parent = mkdtempSync(join(tmpdir(), "vintem-program-"))
  const started = new Set<Running>()
  afterAll(async () => {
    for (const program of started) program.signal("SIGKILL")
    await Promise.all([...started].map(({ ended }) => ended))
    rmSync(parent, { recursive: true, force: true })
  })
  return {
    newFolder: () => mkdtempSync(join(parent, "run-")),
    start: (args: ReadonlyArray<string>, surroundings: Surroundings): Running => {
      const program = startProgram(args, surroundings)
      started.add(program)
      return program
    },
  }
}

export const spawnedServices = () => {
  const { newFolder, start } = spawnedPrograms()

  /** Starts it on its own port; does not wait for it. */
  const begin = ({ folder, environment }: Surroundings): Running =>
    start(["serve"], { folder, environment: { PORT: "0", ...environment } })

  return {
    newFolder,
    begin,
    /** Waits until it serves, and has printed its greeting. */
    serve: async (surroundings: Surroundings): Promise<Serving> => {
      const program = begin(surroundings)
      const [, base = ""] = await program.printed(/^Vintém serves (http:\/\/\S+)\/api\/v1 .*\n[\s\S]*(?:curl|npm run)/u)
      return { program, base }
    },
  }
}

/** Asks it to stop, and waits for that. */
export const stop = ({ program }: Pick<Serving, "program">): Promise<Ended> => {
  program.signal("SIGTERM")
  return program.ended
}

/** A connection for each request: a connection that is kept open delays the service's end by seconds. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}`, connection: "close" })

export const readJson = <A>(schema: Schema.Decoder<A>, text: string): A =>
  Schema.decodeSync(Schema.fromJsonString(schema))(text)

const LogLine = Schema.Struct({ level: Schema.String, message: Schema.Unknown, timestamp: Schema.String })

/** Its log, one entry per line. */
export const logOf = ({ stderr }: Ended): ReadonlyArray<typeof LogLine.Type> =>
  stderr
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => readJson(LogLine, line))
