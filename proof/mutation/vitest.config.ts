// The domain's tests as mutation testing runs them: in a copy of the repository with only the domain and the files that
// its tests need.
import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
import { deepTests, shared } from "../../vitest.shared.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const tests = process.env["VINTEM_MUTATION_TESTS"]?.split(",") ?? ["packages/{domain,testing}/**/*.test.ts"]

export default mergeConfig(
  shared,
  defineConfig({
    root,
    resolve: {
      // The copy's modules, which have the faults: those in `node_modules` lead to the repository's.
      alias: [
        { find: /^@vintem\/(domain|testing)$/u, replacement: `${root}packages/$1/src/index.ts` },
        { find: /^@vintem\/domain\/([\w-]+)$/u, replacement: `${root}packages/domain/src/$1/index.ts` },
      ],
    },
    test: { include: tests, exclude: ["**/node_modules/**", "**/dist/**", deepTests], reporters: ["dot"] },
  }),
)
