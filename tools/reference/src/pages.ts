/**
 * The generated reference: its pages, and the index that leads to them.
 */
import { rolesPage } from "./access/roles-page.ts"
import { batchPages } from "./batch/pages.ts"
import { markdownTable } from "./markdown.ts"
import { orderPages } from "./order/pages.ts"
import type { ReferencePage } from "./page.ts"
import { linkPages } from "./payment-link/pages.ts"
import { subscriptionPages } from "./subscription/pages.ts"
import { webhooksPage } from "./webhook/webhooks-page.ts"

/** @param last - pages that stand after those on the domain */
export const referencePages = (last: ReadonlyArray<ReferencePage>): ReadonlyArray<ReferencePage> => {
  const pages = [
    ...orderPages(),
    webhooksPage(),
    ...linkPages(),
    ...batchPages(),
    ...subscriptionPages(),
    rolesPage(),
    ...last,
  ]
  return [index(pages), ...pages]
}

const index = (pages: ReadonlyArray<ReferencePage>): ReferencePage => ({
  name: "README.md",
  title: "Reference",
  about: "What the service's machines do, found by running them, what it sends, and what it tells of itself.",
  body: markdownTable(
    ["page", "what it says"],
    pages.map(({ name, title, about }) => [`[${title}](${name})`, about]),
  ),
})
