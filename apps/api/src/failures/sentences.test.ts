import { StorageUnavailable } from "@vintem/domain/ports"
import { HttpServerError } from "effect/http"
import { describe, expect, it } from "vitest"
import { SecretFileUnavailable } from "../data-folder/kept-secret.ts"
import { listenSentence, secretFileSentence, storageSentence } from "./sentences.ts"

const failing = (code: string, message: string) => Object.assign(new Error(message), { code })

describe("an SQLite file that cannot be used", () => {
  it.each([
    ["unreachable", /Make sure that DATABASE_URL names a file in an existing folder/u],
    ["corrupt", /Make sure that DATABASE_URL names the right file/u],
    ["locked", /Another program holds the file locked/u],
    ["full", /Free space on the database's disk/u],
    ["read_only", /Make sure that this user may write to the file/u],
    ["unknown", /: Error: it failed\.$/u],
  ] as const)("is %s: the message says what to do", (fault, advice) => {
    const sentence = storageSentence(
      new StorageUnavailable({ fault, operation: "sqlite.open", cause: new Error("it failed") }),
    )
    expect(sentence).toMatch(/^The storage failed \(sqlite\.open\): Error: it failed\./u)
    expect(sentence).toMatch(advice)
  })

  it("is named by the flag that chose it", () => {
    const fault = new StorageUnavailable({ fault: "unreachable", operation: "sqlite.open", cause: new Error("gone") })
    expect(storageSentence(fault, "--database")).toContain("Make sure that --database names")
  })
})

describe("a taken port", () => {
  const taken = new HttpServerError.ServeError({ cause: failing("EADDRINUSE", "in use") })

  it.each(["PORT", "--port"])("names where the port was chosen: %s", (chosenBy) => {
    expect(listenSentence(taken, chosenBy)).toBe(
      `The service cannot listen on HOST and ${chosenBy}: Error: in use. Another program is listening there: stop it, or choose another ${chosenBy}.`,
    )
  })
})

describe("a secret's file that cannot be created", () => {
  it.each([
    ["ENOSPC", "Free space on its disk."],
    ["EROFS", "Its disk is read-only: name a database elsewhere with DATABASE_URL."],
    ["EACCES", "Give the service's user access to it."],
  ])("%s: %s", (code, advice) => {
    const sentence = secretFileSentence(
      new SecretFileUnavailable({ file: "data/admin-token", cause: failing(code, code) }),
    )
    expect(sentence).toBe(`data/admin-token can be neither read nor created: Error: ${code}. ${advice}`)
  })
})
