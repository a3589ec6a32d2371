// What PostgreSQL's failures mean, whatever the language of their texts.
import { DatabaseError } from "pg"
import { describe, expect, it } from "vitest"
import { failureOf, isCuredByTime, isOutdatedPlan } from "./sql-state.ts"

const failed = (code: string, routine: string, text: string) =>
  failureOf(Object.assign(new DatabaseError(text, text.length, "error"), { code, routine }))

describe("an outdated plan", () => {
  it.each(["cached plan must not change result type", "plano em cache não deve mudar tipo de resultado"])(
    "is known by where it failed: %s",
    (text) => {
      expect(isOutdatedPlan(failed("0A000", "RevalidateCachedQuery", text))).toBe(true)
    },
  )

  it("is none of the server's other unsupported features", () => {
    expect(isOutdatedPlan(failed("0A000", "ATPrepAlterColumnType", "cached plan"))).toBe(false)
  })
})

describe("failures that pass with time", () => {
  const way = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })

  it.each([
    ["nobody listens", way("ECONNREFUSED", "connect")],
    [
      "nobody listens at either address",
      new AggregateError([way("EACCES", "connect"), way("ECONNREFUSED", "connect")]),
    ],
    ["there is no route", way("EHOSTUNREACH", "connect")],
    ["the host is not found", way("ENOTFOUND", "getaddrinfo")],
    ["names cannot be resolved", way("EAI_AGAIN", "getaddrinfo")],
    ["there is no socket in the folder", way("ENOENT", "connect")],
    ["the connection is cut", way("ECONNRESET", "read")],
    ["nothing is answered", new Error("timeout expired")],
    ["the server hangs up without a word", new Error("Connection terminated unexpectedly")],
    ["the server starts", failed("57P03", "ProcessStartupPacket", "o banco de dados está iniciando")],
    ["the server stops", failed("57P01", "ProcessInterrupts", "encerrando a conexão")],
    ["all connections are in use", failed("53300", "InitProcess", "muitos clientes conectados")],
    [
      "the pooler has no server",
      failed("08P01", "", "server login has been failing, try again later (server_login_retry)"),
    ],
  ])("%s", (_, cause) => {
    expect(isCuredByTime(failureOf(cause))).toBe(true)
  })

  it.each([
    ["a wrong password", failed("28P01", "auth_failed", "autenticação falhou")],
    ["an address that may not connect", failed("28000", "ClientAuthentication", "no pg_hba.conf entry")],
    ["a missing database", failed("3D000", "InitPostgres", "banco de dados não existe")],
    ["a missing right", failed("42501", "aclcheck_error", "permission denied")],
    ["a server that takes no writes", failed("25006", "PreventCommandIfReadOnly", "cannot execute INSERT")],
    ["a database that the pooler does not know", failed("08P01", "", "no such database: shop")],
    ["a certificate that is not trusted", Object.assign(new Error("self-signed certificate"), { code: "DEPTH_ZERO" })],
    ["a certificate that is not there", way("ENOENT", "open")],
    ["a server without TLS", new Error("The server does not support SSL connections")],
    ["a socket that may not be used", way("EACCES", "connect")],
  ])("is not %s", (_, cause) => {
    expect(isCuredByTime(failureOf(cause))).toBe(false)
  })
})
