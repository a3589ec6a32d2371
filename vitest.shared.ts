// What every package's tests share: sources are resolved through the `source` condition, so nothing has to be built first.
import type { ViteUserConfig } from "vitest/config"

/** Only what hangs is to be ended: what takes seconds on one machine takes a minute on a busy one. */
export const patience = { testTimeout: 300_000, hookTimeout: 300_000 }

export const shared: ViteUserConfig = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: { passWithNoTests: true, execArgv: ["--conditions=source"], ...patience },
}
