// What every package's tests share: sources are resolved through the `source` condition, so nothing has to be built first.
import type { ViteUserConfig } from "vitest/config"

export const shared: ViteUserConfig = {
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"], externalConditions: ["source"] } },
  test: { passWithNoTests: true, execArgv: ["--conditions=source"], testTimeout: 30_000, hookTimeout: 60_000 },
}
