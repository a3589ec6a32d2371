// `npm run build`: builds the published packages, and prints the browser packages' sizes.
import { browserPrograms, bundleForBrowser, describeBundle } from "./build-browser-bundle.ts"
import { buildPackages } from "./build-packages.ts"

if (!buildPackages()) process.exit(1)
for (const { name, program } of browserPrograms) {
  console.log(describeBundle(name, await bundleForBrowser(program, import.meta.dirname)))
}
