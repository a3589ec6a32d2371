// Loaded before the service: in place of its modules that count it gets those that do not (idle.ts).
import { registerHooks } from "node:module"

const counting =
  /\/apps\/api\/src\/metrics\/(?:measured-acquirer|measured-sender|measured-stores|storage-meter|request-meter)\.ts$/u
const idle = new URL("idle.ts", import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return counting.test(found.url) ? { ...found, url: idle } : found
  },
})
