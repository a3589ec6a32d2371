/** For vitest: builds the pages that the service under test serves. */
import { buildPages } from "./build-pages.ts"

const setup = async (): Promise<void> => {
  await buildPages()
}

export default setup
