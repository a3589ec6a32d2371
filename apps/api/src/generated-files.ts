/**
 * Every file of the repository that is made from the code, with the text it has to have.
 */
import { pageText, payloadSchemaName, payloadSchemaText, referencePages } from "@vintem/reference"
import { variablesTable } from "./configuration/documentation.ts"
import { commandsPage } from "./documentation/commands-page.ts"
import { metricsPage } from "./documentation/metrics-page.ts"
import { personalDataPage } from "./documentation/personal-data-page.ts"

const root = new URL("../../../", import.meta.url)

const configuration = `# Configuration

The service is configured by environment variables. What does not parse stops the start with one line per fault, each naming its
variable. Made by \`npm run generate\`.

${variablesTable()}
A variable that begins with \`VINTEM_\` and is none of these is a fault too: a misspelt name would be replaced by a default without a
word. Left alone are \`VINTEM_TEST_…\` of the tools of this repository, and what Kubernetes and Docker say of a service called \`vintem\`
(\`VINTEM_SERVICE_HOST\`, \`VINTEM_PORT_3000_TCP\` and the like).
`

export const generatedFiles: ReadonlyArray<{ readonly file: URL; readonly text: string }> = [
  { file: new URL("docs/configuration.md", root), text: configuration },
  ...referencePages([metricsPage(), commandsPage(), personalDataPage()]).map((page) => ({
    file: new URL(`docs/reference/${page.name}`, root),
    text: pageText(page),
  })),
  { file: new URL(`docs/reference/${payloadSchemaName}`, root), text: payloadSchemaText },
]
