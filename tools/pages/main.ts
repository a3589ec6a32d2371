// `npm run pages`: builds what the pages load, unless it is up to date.
import { buildPages } from "./build-pages.ts"

await buildPages()
