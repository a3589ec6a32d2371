import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share stands at the root, once
import { shared } from "../../vitest.shared.ts"

export default mergeConfig(
  shared,
  defineConfig({ test: { globalSetup: [fileURLToPath(import.meta.resolve("@vintem/test-postgres/global-setup"))] } }),
)
