import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share is at the root, once
import { broadAndDeep, shared, waitsALot } from "../../vitest.shared.ts"

const globalSetup = [fileURLToPath(import.meta.resolve("@vintem/test-postgres/global-setup"))]

export default mergeConfig(shared, defineConfig({ test: { globalSetup, ...waitsALot, ...broadAndDeep } }))
