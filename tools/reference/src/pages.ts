/** The generated reference: its pages, and their index. */
import { auditPage } from "./access/audit-page.ts"
import { operationScopesPage } from "./access/operation-scopes-page.ts"
import { panelOperationsPage } from "./access/panel-operations-page.ts"
import { rolesPage } from "./access/roles-page.ts"
import { faultCodesPage } from "./fault-codes-page.ts"
import { batchPage, linkPage, orderPage, subscriptionPage } from "./machine/machine-pages.ts"
import { markdownTable } from "./markdown.ts"
import type { ReferencePage } from "./page.ts"
import { orderWebhooksPage } from "./webhook/order-webhooks-page.ts"
import { payloadSchemaName } from "./webhook/payload-schema.ts"
import { webhooksPage } from "./webhook/webhooks-page.ts"

/** @param last - pages after those on the domain */
export const referencePages = (last: ReadonlyArray<ReferencePage>): ReadonlyArray<ReferencePage> => {
  const pages = [
    orderPage,
    orderWebhooksPage,
    webhooksPage(),
    linkPage,
    batchPage,
    subscriptionPage,
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
  about: "What the service's machines do, what it sends, and what it tells of itself.",
  body: [
    markdownTable(
      ["page", "what it says"],
      pages.map(({ name, title, about }) => [`[${title}](${name})`, about]),
    ).trimEnd(),
    `The body of a webhook as JSON Schema: [${payloadSchemaName}](${payloadSchemaName}). The events of an order, payment link, batch or subscription, as exported
and stored logs have them: \`npm run --silent event-schema --workspace @vintem/reference -- order\` prints theirs.\n`,
  ].join("\n\n"),
})
