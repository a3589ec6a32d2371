import { CompanyPermission, Permission } from "@vintem/domain/access"
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"
import { PanelApi } from "../panel-api.ts"
import { PanelAccess, PanelDoor } from "./panel-access.ts"
import { neededBy, neededInWords, panelOperations } from "./panel-operations.ts"

interface Operation {
  readonly group: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly guards: ReadonlyArray<unknown>
}

const operations: Array<Operation> = []
HttpApi.reflect(PanelApi, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, group, middleware }) => {
    const { identifier: name, method, path } = endpoint
    operations.push({ group: group.identifier, name, method, path, guards: [...middleware] })
  },
})

const isCompanyPermission = (needed: string): boolean => CompanyPermission.literals.some((one) => one === needed)

describe("the operations of the panel", () => {
  it("each say what they need, and no other is in the table", () => {
    const listed = Object.entries(panelOperations).flatMap(([group, needs]) =>
      Object.keys(needs).map((name) => `${group}.${name}`),
    )
    expect(operations.map(({ group, name }) => `${group}.${name}`).toSorted()).toEqual(listed.toSorted())
  })

  it.each(operations)("$method $path is guarded as the table says", ({ group, guards, method, name, path }) => {
    const needed = neededBy(group, name) ?? "nothing"
    expect(guards).toContain(needed === "nobody" ? PanelDoor : PanelAccess)
    expect(guards).not.toContain(needed === "nobody" ? PanelAccess : PanelDoor)
    expect(path.startsWith("/panel/v1/")).toBe(true)
    // What is asked for in a company names the company in its path.
    if (isCompanyPermission(needed) || needed === "member") expect(path).toContain("/companies/:company")
    // What reads changes nothing, and the other way round; but not everybody who reads may take all of it out, or look what would be erased.
    if (needed.endsWith(":read")) expect(method).toBe("GET")
    const isGuardedRead = group === "customerData" && (name === "export" || name === "previewErasure")
    if (needed.includes(":") && !needed.endsWith(":read")) expect(method === "GET").toBe(isGuardedRead)
  })

  it("need every permission for something", () => {
    const asked = new Set<string>(operations.map(({ group, name }) => neededBy(group, name) ?? ""))
    expect(Permission.literals.filter((permission) => !asked.has(permission))).toEqual([])
  })

  it("are described with what they need", () => {
    const { paths } = OpenApi.fromApi(PanelApi)
    expect(paths["/panel/v1/companies/{company}/orders/{order_number}/refund"]?.post?.description).toContain(
      neededInWords("orders:refund"),
    )
    expect(paths["/panel/v1/session"]?.post?.description).toContain(neededInWords("nobody"))
  })
})
