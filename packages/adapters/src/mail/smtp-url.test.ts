import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"
import { parseSmtpUrl, type SmtpServer } from "./smtp-url.ts"

/** The login unwrapped: any two wrapped ones are equal. */
const read = (text: string) =>
  Option.map(parseSmtpUrl(text), (server: SmtpServer) => ({
    ...server,
    login: server.login === null ? null : Redacted.value(server.login),
  }))

const bare = { host: "mail.example", port: 587, tls: "optional", login: null, from: null }
const login = { user: "u", password: "p" }

describe("parseSmtpUrl", () => {
  it.each([
    ["smtp://mail.example", bare],
    ["SMTP://Mail.Example/", bare],
    ["smtp://mail.example:2525", { ...bare, port: 2525 }],
    ["smtp://10.0.0.7:25", { ...bare, host: "10.0.0.7", port: 25 }],
    ["smtp://[2001:db8::7]:25", { ...bare, host: "2001:db8::7", port: 25 }],
    ["smtps://mail.example", { ...bare, port: 465, tls: "implicit" }],
    ["smtps://u:p@mail.example:587", { ...bare, tls: "implicit", login }],
    ["smtp://u%40x:p%2F%C3%A3@localhost", { ...bare, host: "localhost", login: { user: "u@x", password: "p/ã" } }],
    ["smtp://mail.example?from=a%2Bb@loja.example", { ...bare, from: "a+b@loja.example" }],
    ["smtp://mail.example/?tls=off&from=a@loja.example", { ...bare, tls: "off", from: "a@loja.example" }],
  ])("reads %s", (text, expected) => {
    expect(read(text)).toEqual(Option.some(expected))
  })

  it.each([
    ["smtp://u:p@mail.example", "required"],
    ["smtp://u:p@mail.example?tls=optional", "optional"],
    ["smtp://u:p@mail.example?tls=off", "off"],
    ["smtp://u:p@10.0.0.7", "required"],
    ["smtp://u:p@127.0.0.1.example", "required"],
    ["smtp://u:p@localhost", "optional"],
    ["smtp://u:p@127.0.0.1", "optional"],
    ["smtp://u:p@[::1]", "optional"],
    ["smtp://u:p@localhost?tls=required", "required"],
    ["smtp://mail.example?tls=required", "required"],
  ])("encrypts %s as %s", (text, tls) => {
    expect(read(text)).toMatchObject(Option.some({ tls }))
  })

  it.each([
    ["no scheme", "mail.example:25"],
    ["another scheme", "https://mail.example"],
    ["no host", "smtp://"],
    ["a host that is none", "smtp://mail%20.example"],
    ["half an IP address", "smtp://10.0.7"],
    ["port 0", "smtp://mail.example:0"],
    ["a port beyond the last", "smtp://mail.example:65536"],
    ["a user without password", "smtp://u@mail.example"],
    ["a password without user", "smtp://:p@mail.example"],
    ["a percent sign that stands for itself", "smtp://u:100%@mail.example"],
    ["a path", "smtp://mail.example/inbox"],
    ["a fragment, perhaps of a password", "smtp://u:p#q@mail.example"],
    ["a sender that is no address", "smtp://mail.example?from=Loja"],
    ["an empty sender", "smtp://mail.example?from="],
    ["two senders", "smtp://mail.example?from=a@b.example&from=c@d.example"],
    ["unknown encryption", "smtp://mail.example?tls=maybe"],
    ["smtps without encryption", "smtps://mail.example?tls=off"],
    ["switches of the mail library", "smtp://mail.example?logger=true&debug=true"],
  ])("refuses %s", (_, text) => {
    expect(parseSmtpUrl(text)).toEqual(Option.none())
  })

  it("prints neither user nor password", () => {
    const server = parseSmtpUrl("smtp://loja:hunter2@mail.example")
    expect(`${JSON.stringify(server)}${String(server)}`).not.toMatch(/hunter2|loja/u)
  })
})
