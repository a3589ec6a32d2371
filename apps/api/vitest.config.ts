import { fileURLToPath } from "node:url"
import { configDefaults, defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share is at the root, once
import { deepTests, onPostgres, shared, waitsALot } from "../../vitest.shared.ts"

const ofOneEngine = (engine: string) => `**/*.${engine}.test.ts`

/** Tests without a database, or with their own, run once. */
const ofNoEngine = ["deploy", "gateway-protocol", "mailer", "monitoring", "security-page"].map(
  (name) => `test/${name}.test.ts`,
)

/** These tests tell most about PostgreSQL in little time: an order and its charge, concurrent keys, and webhooks. */
const smoke = ["test/single-order.test.ts", "test/idempotency.test.ts", "test/webhook-deliveries.test.ts"]

/**
 * The panel in a browser with the real service, on PostgreSQL too: changes reach a page by another way there. What is answered with examples
 * instead of a service is not repeated.
 */
const atThePanel = ["test/panel-*.deep.test.ts"]
const ofNoService = ["test/panel-browser.deep.test.ts"]

/** Both engines run these tests of the service; a file named for one engine runs on that one alone. */
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      ...waitsALot,
      // Once a run: the service under test serves the pages from files.
      globalSetup: [fileURLToPath(import.meta.resolve("@vintem/pages/global-setup"))],
      projects: [
        // `npm test`
        {
          extends: true,
          test: {
            name: "sqlite",
            provide: { engine: "sqlite" },
            include: ["src/**/*.test.ts", "test/**/*.test.ts"],
            exclude: [...configDefaults.exclude, ofOneEngine("postgres"), deepTests],
          },
        },
        // `npm test` too, as a task of its own. Three files are run by one worker: a second one would import the whole service once more.
        { extends: true, test: { name: "smoke", ...onPostgres, include: smoke, maxWorkers: 1 } },
        // `npm run test:deep`: what is left
        {
          extends: true,
          test: {
            name: "postgres",
            ...onPostgres,
            include: ["test/**/*.test.ts"],
            exclude: [...configDefaults.exclude, ofOneEngine("sqlite"), deepTests, ...ofNoEngine, ...smoke],
          },
        },
        {
          extends: true,
          test: {
            name: "deep-postgres",
            ...onPostgres,
            include: atThePanel,
            exclude: [...configDefaults.exclude, ofOneEngine("sqlite"), ...ofNoService],
          },
        },
        { extends: true, test: { name: "deep", provide: { engine: "sqlite" }, include: [deepTests] } },
      ],
    },
  }),
)
