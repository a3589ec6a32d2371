// Prints failed tests at the end of a run: the fault in a line, a property's seed, and the command that runs the test
// alone. `npm test` runs many packages at once and prints all their failures last, so they are also written to a folder
// (run-tests.ts).
import { mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { inspect, stripVTControlCharacters } from "node:util"
import type { Reporter, TestModule, Vitest } from "vitest/node"
import { failuresFolder } from "./failures-folder.ts"

const root = join(import.meta.dirname, "..")

/** The failures for people: each entry is a few lines. */
export const describeFailures = (modules: ReadonlyArray<FailedModule>): ReadonlyArray<string> =>
  modules.flatMap(({ file, folder, project, errors, tests }) => [
    ...errors.map((error) => entry(file, summaryOf(error), commandOf({ file, folder, project }))),
    ...tests.map(({ title, error }) =>
      entry(`${file} > ${title}`, summaryOf(error), commandOf({ file, folder, project, title, seed: seedIn(error) })),
    ),
  ])

/** A test file with failures. Paths are relative: the folder to the repository, the file to the folder. */
export interface FailedModule {
  readonly file: string
  readonly folder: string
  readonly project: string
  /** Errors of the file itself, if it could not be read. */
  readonly errors: ReadonlyArray<string>
  /** A title begins with its groups' titles, joined as vitest joins them to match patterns. */
  readonly tests: ReadonlyArray<{ readonly title: string; readonly error: string }>
}

const entry = (name: string, error: string, command: string): string => `✗ ${name}\n    ${error}\n    alone: ${command}`

interface Alone {
  readonly file: string
  readonly folder: string
  readonly project: string
  readonly title?: string
  readonly seed?: string | undefined
}

/** The scripts for the projects that `test` does not run. */
const scripts: Readonly<Record<string, string>> = { deep: "test:deep", postgres: "test:deep", smoke: "test:smoke" }

const commandOf = ({ file, folder, project, title, seed }: Alone): string =>
  [
    seed === undefined ? "" : `VINTEM_TEST_SEED=${seed} `,
    folder === "scripts"
      ? `npx vitest run --root scripts ${file}`
      : `npm run ${scripts[project] ?? "test"} --workspace ${folder} -- ${file}`,
    title === undefined ? "" : ` --testNamePattern ${quoted(escaped(title))}`,
  ].join("")

/** A pattern that matches exactly the title. */
const escaped = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&")

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** fast-check names the seed of its counterexample. */
const seedIn = (error: string): string | undefined => /\bseed: (-?\d+)/u.exec(error)?.[1]

/** The first line; for a property its counterexample, which says more. */
const summaryOf = (error: string): string => {
  const lines = stripVTControlCharacters(error).split("\n")
  const counterexample = lines.find((line) => line.startsWith("Counterexample: "))
  return [lines[0] ?? "", ...(counterexample === undefined ? [] : [counterexample])]
    .map((line) => line.slice(0, 300))
    .join("\n    ")
}

/** Any value can be thrown: vitest gives a message only if the value had one. */
export const messageOf = (thrown: unknown): string =>
  hasMessage(thrown) && thrown.message !== "" ? thrown.message : `thrown without a message: ${inspect(thrown)}`

const hasMessage = (thrown: unknown): thrown is { readonly message: string } =>
  typeof thrown === "object" && thrown !== null && "message" in thrown && typeof thrown.message === "string"

export default class FailuresReporter implements Reporter {
  #root = root

  onInit({ config }: Vitest): void {
    this.#root = config.root
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const failed = modules.filter((module) => !module.ok()).map((module) => this.#failedIn(module))
    const entries = describeFailures(failed)
    if (entries.length === 0) return
    console.error(`\n${entries.join("\n")}`)
    const folder = failuresFolder(root)
    mkdirSync(folder, { recursive: true })
    // Two tasks of a package may run at the same time.
    const name = `${relative(root, this.#root).replaceAll(/[\\/]/gu, "-")}-${process.pid}.txt`
    writeFileSync(join(folder, name), `${entries.join("\n")}\n`)
  }

  #failedIn(module: TestModule): FailedModule {
    return {
      file: relative(this.#root, module.moduleId),
      folder: relative(root, this.#root),
      project: module.project.name,
      errors: module.errors().map(messageOf),
      tests: [...module.children.allTests("failed")].map((test) => ({
        title: test.fullName,
        error: messageOf(test.result().errors?.[0]),
      })),
    }
  }
}
