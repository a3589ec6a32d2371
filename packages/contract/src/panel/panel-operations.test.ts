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
  it("each have a requirement, and no other is in the table", () => {
    const listed = Object.entries(panelOperations).flatMap(([group, needs]) =>
      Object.keys(needs).map((name) => `${group}.${name}`),
    )
    expect(operations.map(({ group, name }) => `${group}.${name}`).toSorted()).toEqual(listed.toSorted())
  })

  it.each(operations)("$method $path requires what the table says", ({ group, guards, method, name, path }) => {
    const needed = neededBy(group, name) ?? "nothing"
    expect(guards).toContain(needed === "nobody" ? PanelDoor : PanelAccess)
    expect(guards).not.toContain(needed === "nobody" ? PanelAccess : PanelDoor)
    expect(path.startsWith("/panel/v1/")).toBe(true)
    // The path of an operation in a company contains the company.
    if (isCompanyPermission(needed) || needed === "member") expect(path).toContain("/companies/:company")
    // Operations that read change nothing, and others do; but not everybody who reads may export everything, or preview
    // an erasure.
    if (needed.endsWith(":read")) expect(method).toBe("GET")
    const isGuardedRead = group === "customerData" && (name === "export" || name === "previewErasure")
    if (needed.includes(":") && !needed.endsWith(":read")) expect(method === "GET").toBe(isGuardedRead)
  })

  it("use every permission", () => {
    const asked = new Set<string>(operations.map(({ group, name }) => neededBy(group, name) ?? ""))
    expect(Permission.literals.filter((permission) => !asked.has(permission))).toEqual([])
  })

  it("are described with their requirement", () => {
    const { paths } = OpenApi.fromApi(PanelApi)
    expect(paths["/panel/v1/companies/{company}/orders/{order_number}/refund"]?.post?.description).toContain(
      neededInWords("orders:refund"),
    )
    expect(paths["/panel/v1/session"]?.post?.description).toContain(neededInWords("nobody"))
  })
})
