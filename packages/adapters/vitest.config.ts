import { defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share is at the root, once
import { broadAndDeep, postgresRuns, shared, waitsALot } from "../../vitest.shared.ts"

export default mergeConfig(shared, defineConfig({ test: { globalSetup: postgresRuns, ...waitsALot, ...broadAndDeep } }))
