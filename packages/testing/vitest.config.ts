import { defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share is at the root, once
import { broadAndDeep, shared } from "../../vitest.shared.ts"

export default mergeConfig(shared, defineConfig({ test: broadAndDeep }))
