// The tests of the domain as mutation testing runs them: in a copy of the repository, of which nothing but the domain is needed.
import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
import { deepTests, shared } from "../../vitest.shared.ts"

const tests = process.env["VINTEM_MUTATION_TESTS"]?.split(",") ?? ["packages/domain/**/*.test.ts"]

export default mergeConfig(
  shared,
  defineConfig({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    test: { include: tests, exclude: ["**/node_modules/**", "**/dist/**", deepTests], reporters: ["dot"] },
  }),
)
