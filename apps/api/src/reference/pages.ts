/**
 * The generated reference: its pages, and the index that leads to them.
 */
import { rolesPage } from "./access/roles-page.ts"
import { batchPages } from "./batch/pages.ts"
import { commandsPage } from "./command/commands-page.ts"
import { markdownTable } from "./markdown.ts"
import { metricsPage } from "./metric/metrics-page.ts"
import { orderRefusalsPage } from "./order/refusals.ts"
import { orderStatusesPage } from "./order/statuses.ts"
import { orderTransitionsPage } from "./order/transitions.ts"
import { orderWebhooksPage } from "./order/webhooks.ts"
import type { ReferencePage } from "./page.ts"
import { linkPages } from "./payment-link/pages.ts"
import { subscriptionPages } from "./subscription/pages.ts"
import { webhooksPage } from "./webhook/webhooks-page.ts"

const pages: ReadonlyArray<ReferencePage> = [
  orderStatusesPage(),
  orderTransitionsPage(),
  orderRefusalsPage(),
  orderWebhooksPage(),
  webhooksPage(),
  ...linkPages(),
  ...batchPages(),
  ...subscriptionPages(),
  rolesPage(),
  metricsPage(),
  commandsPage(),
]

const index: ReferencePage = {
  name: "README.md",
  title: "Reference",
  about: "What the service's machines do, found by running them, what it sends, and what it tells of itself.",
  body: markdownTable(
    ["page", "what it says"],
    pages.map(({ name, title, about }) => [`[${title}](${name})`, about]),
  ),
}

export const referencePages: ReadonlyArray<ReferencePage> = [index, ...pages]
