/**
 * `npm run docs`: makes the API reference of the published packages in `docs/api`, from their docstrings.
 *
 * With `--check` nothing is written. Either way it fails if an export has no docstring, or a link leads nowhere.
 */
import { join, relative } from "node:path"
import { Application, OptionDefaults } from "typedoc"
import { documentedModules, root } from "./documented-modules.ts"
import { modulesAsImported } from "./modules-as-imported.ts"
import { describedByOpeningComments } from "./opening-comments.ts"
import { typesAsWritten, typesDescribedBySchemas, withoutSymbols } from "./types-as-written.ts"

const modules = documentedModules()
const folder = join(root, "docs", "api")

const app = await Application.bootstrapWithPlugins(
  {
    name: "Vintém",
    plugin: [
      typesAsWritten,
      withoutSymbols,
      describedByOpeningComments,
      typesDescribedBySchemas,
      modulesAsImported(modules),
    ],
    logLevel: "Warn",
    // A tag for Effect's language service, not for readers.
    blockTags: [...OptionDefaults.blockTags, "@effect-expect-leaking"],
    excludeTags: [...OptionDefaults.excludeTags, "@effect-expect-leaking"],
    entryPoints: modules.map(({ entryPoint }) => entryPoint),
    tsconfig: join(import.meta.dirname, "tsconfig.documented.json"),
    basePath: root,
    // `npm test` checks that the sources compile, package by package.
    skipErrorChecking: true,
    // Sources are named, not linked: it is unknown here if and where this revision is published.
    gitRevision: "HEAD",
    readme: "none",
    excludeExternals: true,
    categorizeByGroup: false,
    defaultCategory: "General",
    navigation: { includeCategories: true },
    requiredToBeDocumented: ["Module", "Namespace", "Class", "Interface", "TypeAlias", "Function", "Variable"],
    packagesRequiringDocumentation: [...new Set(modules.map(({ packageName }) => packageName))],
    validation: { invalidLink: true, invalidPath: true, rewrittenLink: true, notDocumented: true, notExported: false },
  },
  [],
)

const project = await app.convert()
if (project !== undefined) {
  app.validate(project)
  if (!process.argv.includes("--check")) {
    await app.generateDocs(project, folder)
    process.stdout.write(`${relative(process.cwd(), join(folder, "index.html"))}\n`)
  }
}
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1
