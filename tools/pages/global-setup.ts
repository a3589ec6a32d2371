/**
 * For vitest: the service under test serves the pages as they are built.
 */
import { buildPages } from "./build-pages.ts"

const setup = async (): Promise<void> => {
  await buildPages()
}

export default setup
