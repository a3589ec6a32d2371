// `npm run mutation -- money fees`: plants faults in folders of the domain, by default in all, and lists those that no
// test finds. Each fault meets the folder's examples first. The survivors meet its laws and walks, which take long, and
// then all tests of the domain. `--own-tests` skips that last step, and `--examples` the last two.
//
// Takes seconds a fault, and hours for all. It works in a copy below this folder: the sources stay unchanged.
import { globSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { Stryker } from "@stryker-mutator/core"

const root = join(import.meta.dirname, "../..")
process.chdir(root)

const sources = "packages/domain/src"
/** The tests of a folder: next to it, and the examples and generators that some of them need. */
const tested = [sources, "packages/testing/test"]
const everyTest = tested.map((path) => `${path}/**/*.test.ts`)
/** Tests that go through many lives: a fault that an example finds need not wait for them. */
const isLong = (test) => /(?:\.laws|exhaustive)\.test\.ts$/u.test(test)
const isShort = process.argv.includes("--examples")
const isThorough = !isShort && !process.argv.includes("--own-tests")
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const folders = named.length > 0 ? named : foldersOf(sources)

function foldersOf(path) {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

/** Plants faults in files, or in stretches of files, and runs tests on each. */
const plant = (mutate, tests, report) => {
  process.env.VINTEM_MUTATION_TESTS = tests
  return new Stryker({
    mutate,
    testRunner: "vitest",
    vitest: { configFile: "proof/mutation/vitest.config.ts", related: false },
    plugins: [join(import.meta.dirname, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    coverageAnalysis: "perTest",
    // Values made once at the program's start cannot be changed from test to test.
    ignoreStatic: true,
    // This repository's compiler is newer than the one whose configurations Stryker rewrites: the name leads it to no
    // file.
    tsconfigFile: "proof/mutation/none.json",
    ignorePatterns: [
      "**",
      "!packages/domain/**",
      "!packages/testing/**",
      "!package.json",
      "!vitest.shared.ts",
      "!tsconfig.base.json",
      "!scripts/*.ts",
      "!proof/mutation/vitest.config.ts",
    ],
    concurrency: Number(process.env.VINTEM_MUTATION_WORKERS ?? 1),
    reporters: ["json", "dots"],
    jsonReporter: { fileName: `proof/mutation/reports/${report}.json` },
    tempDirName: "proof/mutation/.stryker-tmp",
    timeoutMS: 20_000,
    logLevel: "warn",
    allowConsoleColors: false,
  }).runMutationTest()
}

const isCounted = ({ status }) => !["Ignored", "CompileError", "RuntimeError"].includes(status)
const isMissed = ({ status }) => status === "Survived" || status === "NoCoverage"

/** A stretch of a file in Stryker's form. Its lines and columns begin at 1, those of its findings at 0. */
const stretchOf = ({ fileName, location: { start, end } }) =>
  `${relative(root, fileName)}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`

const keyOf = (mutant) => `${stretchOf(mutant)} ${mutant.replacement}`

for (const folder of folders) {
  const own = tested.flatMap((path) => globSync(`${path}/${folder}/**/*.test.ts`))
  const examples = own.filter((test) => !isLong(test))
  const withLaws = examples.length < own.length && !isShort ? [own] : []
  const steps = [examples, ...withLaws, ...(isThorough ? [everyTest] : [])]
  const [first, ...further] = steps.filter((tests) => tests.length > 0)
  const mutate = [`${sources}/${folder}/**/*.ts`, "!**/*.test.ts", "!**/index.ts"]
  let faults = (await plant(mutate, (first ?? everyTest).join(), folder)).filter(isCounted)
  let missed = faults.filter(isMissed)
  for (const [step, tests] of further.entries()) {
    if (missed.length === 0) break
    const again = await plant([...new Set(missed.map(stretchOf))], tests.join(), `${folder}-again-${step + 1}`)
    const found = new Set(again.filter((mutant) => !isMissed(mutant)).map(keyOf))
    // A module that the first tests do not load may make values at the start.
    const uncounted = new Set(again.filter((mutant) => !isCounted(mutant)).map(keyOf))
    missed = missed.filter((mutant) => !found.has(keyOf(mutant)))
    faults = faults.filter((mutant) => !uncounted.has(keyOf(mutant)))
  }
  for (const { fileName, location, mutatorName, replacement } of missed) {
    const line = readFileSync(fileName, "utf8").split("\n")[location.start.line - 1]?.trim() ?? ""
    console.log(
      `${relative(root, fileName)}:${location.start.line}:${location.start.column} ${mutatorName}\n  ${line}\n  ${replacement}`,
    )
  }
  const share = faults.length === 0 ? 100 : (100 * (faults.length - missed.length)) / faults.length
  console.log(`${folder}: ${faults.length - missed.length} of ${faults.length} faults found, ${share.toFixed(1)} %`)
}
