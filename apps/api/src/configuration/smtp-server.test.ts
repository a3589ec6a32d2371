import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { smtpServerKind } from "./smtp-server.ts"

describe("smtpServerKind", () => {
  it("reads the server, its encryption and the sender", () => {
    expect(smtpServerKind.parse("smtps://mail.example?from=cobranca@loja.example")).toEqual(
      Option.some({ host: "mail.example", port: 465, tls: "implicit", login: null, from: "cobranca@loja.example" }),
    )
  })

  it.each(["mail.example:25", "smtp://", "https://mail.example", "smtp://mail.example?debug=true"])(
    "refuses %s",
    (text) => {
      expect(smtpServerKind.parse(text)).toEqual(Option.none())
    },
  )
})
