import { defineConfig } from "vitest/config"
// @boundaries-ignore what all packages' tests share stands at the root, once
import { shared } from "../vitest.shared.ts"

export default defineConfig(shared)
