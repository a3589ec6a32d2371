import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share stands at the root, once
import { shared } from "../../vitest.shared.ts"

const ofOneEngine = (engine: string) => `**/*.${engine}.test.ts`

/** What needs no database, or brings its own, is tested once. */
const ofNoEngine = [
  "src/**",
  "crash/**",
  "test/openapi-lint.test.ts",
  "test/gateway-program.test.ts",
  "test/mailer.test.ts",
]

/** The same tests of the service on either engine; a file named for one engine runs on that one alone. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: "sqlite",
            provide: { engine: "sqlite" },
            include: ["src/**/*.test.ts", "test/**/*.test.ts", "crash/**/*.test.ts"],
            exclude: [...configDefaults.exclude, ofOneEngine("postgres")],
          },
        },
        {
          extends: true,
          test: {
            name: "postgres",
            provide: { engine: "postgres" },
            globalSetup: [fileURLToPath(import.meta.resolve("@vintem/test-postgres/global-setup"))],
            include: ["test/**/*.test.ts", "crash/**/*.postgres.test.ts"],
            exclude: [
              ...configDefaults.exclude,
              ofOneEngine("sqlite"),
              ...ofNoEngine.filter((path) => path !== "crash/**"),
            ],
          },
        },
      ],
    },
  }),
)
