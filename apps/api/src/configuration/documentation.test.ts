import { describe, expect, it } from "@effect/vitest"
import { documentedVariables, variablesHelp, variablesTable } from "./documentation.ts"
import { variables } from "./variables.ts"

const published = [
  "HOST",
  "PORT",
  "DATABASE_URL",
  "VINTEM_ENV",
  "VINTEM_PUBLIC_URL",
  "VINTEM_ADMIN_TOKEN",
  "VINTEM_SECRET_KEY",
  "VINTEM_SECRET_KEY_OLD",
  "VINTEM_METRICS_TOKEN",
  "VINTEM_METRICS_ALLOW",
  "VINTEM_PLATFORM_NAME",
  "VINTEM_GATEWAY_URL",
  "VINTEM_GATEWAY_SECRET",
  "VINTEM_GATEWAY_TIMEOUT",
  "VINTEM_RATE_LIMIT",
  "VINTEM_WEBHOOK_RETRY",
  "VINTEM_WEBHOOK_ALLOW_PRIVATE",
  "VINTEM_BLOCK_CLOUD",
  "VINTEM_TRUSTED_PROXIES",
  "VINTEM_WORKERS",
  "VINTEM_DB_POOL",
  "VINTEM_RETENTION",
  "VINTEM_POSTAL_CODE_URL",
  "VINTEM_LOG_LEVEL",
  "VINTEM_SMTP_URL",
  "VINTEM_OTLP_URL",
  "VINTEM_TRACE_SAMPLING",
  "VINTEM_TRACE_WEBHOOK_HOSTS",
]

describe("documentedVariables", () => {
  it("are the published ones, in their order", () => {
    expect(documentedVariables().map(({ name }) => name)).toEqual(published)
  })

  it("have one default, or one for each environment, or say what happens if they are unset", () => {
    const defaults = new Map(documentedVariables().map((variable) => [variable.name, variable.default]))
    expect(defaults.get("PORT")).toBe("`3000`")
    expect(defaults.get("VINTEM_GATEWAY_TIMEOUT")).toBe("`3 seconds` in sandbox, `10 seconds` in production")
    expect(defaults.get("VINTEM_POSTAL_CODE_URL")).toBe("unset: no address lookup")
  })

  it("say which are required in production", () => {
    const required = documentedVariables().filter((variable) => variable.default.includes("; required in production"))
    expect(required.map(({ name }) => name)).toEqual([
      "VINTEM_PUBLIC_URL",
      "VINTEM_ADMIN_TOKEN",
      "VINTEM_SECRET_KEY",
      "VINTEM_GATEWAY_URL",
      "VINTEM_GATEWAY_SECRET",
    ])
    const onPostgres = documentedVariables().filter((variable) => variable.default.endsWith(" and on PostgreSQL"))
    expect(onPostgres.map(({ name }) => name)).toEqual(["VINTEM_SECRET_KEY"])
  })

  it("say what production demands in addition", () => {
    const stricter = documentedVariables().filter(({ expected }) => expected.includes("; in production "))
    expect(stricter.map(({ name }) => name)).toEqual([
      "VINTEM_PUBLIC_URL",
      "VINTEM_ADMIN_TOKEN",
      "VINTEM_METRICS_TOKEN",
      "VINTEM_GATEWAY_URL",
      "VINTEM_GATEWAY_SECRET",
    ])
  })
})

describe("variablesTable", () => {
  it("has a head, a rule and a row for each variable, with four cells each", () => {
    const rows = variablesTable().trimEnd().split("\n")
    expect(rows).toHaveLength(2 + Object.keys(variables).length)
    expect(rows[2]).toBe("| `HOST` | a host name or an IP address, without port | `127.0.0.1` | address to listen on |")
    for (const row of rows) expect(row.split(/(?<!\\)\|/u)).toHaveLength(6)
  })
})

describe("variablesHelp", () => {
  it("has a paragraph for each variable, without marks", () => {
    const help = variablesHelp()
    expect(help).toMatch(
      /^HOST\n {4}address to listen on\n {4}value: a host name or an IP address, without port\n {4}default: 127\.0\.0\.1\nPORT\n/u,
    )
    expect(help.split("\n").filter((line) => !line.startsWith(" "))).toEqual(published)
    expect(help).not.toContain("`")
  })
})
