import { defineConfig } from "vitest/config"
import { patience, reporters } from "../vitest.shared.ts"

export default defineConfig({ test: { ...patience, reporters, isolate: false } })
