import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share is at the root, once
import { deepTests, onPostgres, shared, waitsALot } from "../vitest.shared.ts"

const ofPostgres = "**/*.postgres.test.ts"

export default mergeConfig(
  shared,
  defineConfig({
    test: {
      ...waitsALot,
      // Once per run: the service under test serves the pages from files.
      globalSetup: [fileURLToPath(import.meta.resolve("@vintem/pages/global-setup"))],
      projects: [
        // `npm test`
        {
          extends: true,
          test: {
            name: "broad",
            provide: { engine: "sqlite" },
            exclude: [...configDefaults.exclude, ofPostgres, deepTests],
          },
        },
        // `npm run test:deep`
        { extends: true, test: { name: "deep", provide: { engine: "sqlite" }, include: [deepTests] } },
        { extends: true, test: { name: "postgres", ...onPostgres, include: [ofPostgres] } },
      ],
    },
  }),
)
