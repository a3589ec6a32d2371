/**
 * The generated reference: its pages, and the index that leads to them.
 */
import { auditPage } from "./access/audit-page.ts"
import { operationScopesPage } from "./access/operation-scopes-page.ts"
import { panelOperationsPage } from "./access/panel-operations-page.ts"
import { rolesPage } from "./access/roles-page.ts"
import { batchPages } from "./batch/pages.ts"
import { faultCodesPage } from "./fault-codes-page.ts"
import { markdownTable } from "./markdown.ts"
import { orderPages } from "./order/pages.ts"
import type { ReferencePage } from "./page.ts"
import { linkPages } from "./payment-link/pages.ts"
import { referenceSchemas } from "./schemas.ts"
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
    operationScopesPage(),
    auditPage(),
    panelOperationsPage(),
    faultCodesPage(),
    ...last,
  ]
  return [index(pages), ...pages]
}

const index = (pages: ReadonlyArray<ReferencePage>): ReferencePage => ({
  name: "README.md",
  title: "Reference",
  about: "What the service's machines do, found by running them, what it sends, and what it tells of itself.",
  body: [
    markdownTable(
      ["page", "what it says"],
      pages.map(({ name, title, about }) => [`[${title}](${name})`, about]),
    ).trimEnd(),
    "What is sent and what is stored in logs, as JSON Schema:",
    `${referenceSchemas.map(({ name }) => `- [${name}](${name})`).join("\n")}\n`,
  ].join("\n\n"),
})
