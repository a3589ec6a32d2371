// `npm run pages`: builds the pages' files, unless they are up to date.
import { buildPages } from "./build-pages.ts"

await buildPages()
