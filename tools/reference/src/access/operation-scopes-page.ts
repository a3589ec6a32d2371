/** The scope that an API key needs for each operation: the table that checks requests. */
import { PublicApi, scopeOf } from "@vintem/contract"
import { ApiKeyScope, permissionMeaning, scopesOfEarlierKeys } from "@vintem/domain/access"
import { HttpApi } from "effect/http-api"
import { code, markdownTable } from "../markdown.ts"
import type { ReferencePage } from "../page.ts"

export const operationScopesPage = (): ReferencePage => ({
  name: "operation-scopes.md",
  title: "Scopes of operations",
  about: "Which scope an API key needs for each operation of the public API.",
  body: `${markdownTable(["operation", "scope"], rows())}
A key without the scope is answered 403, and the answer names it. Scopes are given when a key is made, and never change.

## Scopes

${markdownTable(
  ["scope", "a key that has it may", "given where nothing is said"],
  ApiKeyScope.literals.map((scope) => [
    code(scope),
    permissionMeaning[scope],
    scopesOfEarlierKeys.includes(scope) ? "yes" : "",
  ]),
)}
Scopes that no operation asks for are there for operations to come.
`,
})

const rows = (): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  HttpApi.reflect(PublicApi, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      const path = endpoint.path.replace(/:(\w+)/gu, "{$1}")
      const scope = scopeOf(group.identifier, endpoint.identifier)
      if (scope !== undefined) found.push([code(`${endpoint.method} ${path}`), code(scope)])
    },
  })
  return found
}
