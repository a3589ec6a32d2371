// `npm run try:embed`: follows the packages' READMEs like a newcomer, in folders outside of the repository, and prints
// each step's result. Ends with 1 if a step fails; its folders then stay for inspection.
import { isDeepStrictEqual } from "node:util"
import { browserPrograms, bundleForBrowser, describeBundle } from "./build-browser-bundle.ts"
import { buildPackages, published } from "./build-packages.ts"
import {
  type Example,
  goOutside,
  install,
  type Outside,
  type Readme,
  readmeOf,
  runExample,
  saidIn,
  serveAcquirer,
  serveStatuses,
  writeExample,
} from "./newcomer.ts"

/** Runs a step, and prints its result or the reason of its failure. */
const step = async <A>(
  title: string,
  act: () => Promise<A>,
  told: (result: A) => string = () => "done",
): Promise<A> => {
  process.stdout.write(`${title} … `)
  try {
    const result = await act()
    console.log(told(result))
    return result
  } catch (error) {
    console.log("FAILED")
    throw error
  }
}

const tryExample = async (example: Example, home: string): Promise<ReadonlyArray<string>> => {
  const printed = await runExample(example, home)
  if (example.kind === "test") return printed
  const said = saidIn(example, printed)
  if (isDeepStrictEqual(printed, said)) return printed
  throw new Error("It does not print what it says.", {
    cause: `${printed.join("\n")}\n\ninstead of\n\n${said.join("\n")}`,
  })
}

const passed = (example: Example, printed: ReadonlyArray<string>): string =>
  example.kind === "program" ? `printed\n    ${printed.join("\n    ")}` : "passed"

/** Follows a README from its first line: installs its packages, and runs each example once its imports are there. */
const follow = async (
  outside: Outside,
  name: (typeof published)[number],
  { examples, installs }: Readme,
): Promise<void> => {
  const home = await outside.newcomer(name)
  const service = await serveStatuses()
  const acquirer = await serveAcquirer()
  try {
    const [first, ...others] = installs
    await step(`${name}: npm install ${first.join(" ")}`, () => install(outside, home, first))
    for (const example of examples) {
      if (example.kind === "test")
        for (const more of others.splice(0)) {
          await step(`${name}: npm install --save-dev ${more.join(" ")}`, () => install(outside, home, more))
        }
      await writeExample(example, home, service, acquirer)
      const told = (printed: ReadonlyArray<string>) => passed(example, printed)
      await step(example.title, () => tryExample(example, home), told)
    }
    for (const bundled of browserPrograms.filter((one) => one.name.startsWith(`@vintem/${name}`))) {
      const told = (bundle: Awaited<ReturnType<typeof bundleForBrowser>>) => describeBundle(bundled.name, bundle)
      await step(`${name}: bundle for a browser`, () => bundleForBrowser(bundled.program, home), told)
    }
  } finally {
    service.close()
    await acquirer.stop()
  }
}

const compiled = await step(
  "build",
  async () => buildPackages(),
  (isBuilt) => (isBuilt ? "done" : "FAILED"),
)
if (!compiled) process.exit(1)
const outside = await step("pack", goOutside, ({ folder }) => folder)
try {
  for (const name of published) await follow(outside, name, readmeOf(name))
  await outside.remove()
  console.log("A newcomer gets along.")
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n${error.cause ?? ""}` : error)
  console.error(`What was tried is in ${outside.folder}`)
  process.exit(1)
}
