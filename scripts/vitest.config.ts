import { defineConfig } from "vitest/config"
import { patience } from "../vitest.shared.ts"

export default defineConfig({ test: patience })
