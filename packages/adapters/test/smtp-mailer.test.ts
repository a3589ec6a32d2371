// A mailer with a real mail server: what arrives, and the reports of what does not.
import { readFileSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { describe, expect, it } from "@effect/vitest"
import { Email } from "@vintem/domain/customer"
import { Mailer, MailNotSent } from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { SMTPServerOptions } from "smtp-server"
import * as MailerLogged from "../src/mail/logged-mailer.ts"
import { receiptMail } from "../src/mail/receipt-mail.ts"
import { reminderMail } from "../src/mail/reminder-mail.ts"
import * as MailerSmtp from "../src/mail/smtp-mailer.ts"
import { parseSmtpUrl } from "../src/mail/smtp-url.ts"
import { exampleReceipt } from "./example-receipt.ts"
import { exampleReminder } from "./example-reminder.ts"
import { mailServer, partsOf, portOf, readMessage } from "./mail-server.ts"

const publicUrl = "https://pague.example"

const fixture = (name: string): string => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")
const key = fixture("localhost-key.pem")
const cert = fixture("localhost-certificate.pem")

/** Milliseconds to wait for an answer, if one comes and if none does. */
const patience = { answered: 10_000, silent: 300 }

const mailerTo = Effect.fnUntraced(function* (url: string, timeoutMillis = patience.answered, base = publicUrl) {
  const server = Option.getOrThrow(parseSmtpUrl(url))
  const context = yield* Layer.build(MailerSmtp.layer({ server, publicUrl: base, timeoutMillis }))
  return Context.get(context, Mailer)
})

/** The failure of a reminder at a server with these options. */
const failureAt = Effect.fnUntraced(function* (options: SMTPServerOptions, query = "", login = "") {
  const server = yield* mailServer(options)
  const mailer = yield* mailerTo(`smtp://${login}localhost:${server.port}${query}`)
  const failure = yield* Effect.flip(mailer.remind(exampleReminder))
  return { failure, server }
})

const refusing = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Quotes the address, as servers do. */
const quoting = `5.1.1 <${exampleReminder.to}> does not live here`

describe("a mailer", () => {
  it.live("delivers a receipt as text and as HTML, under its own identifier", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      yield* mailer.sendReceipt(exampleReceipt)
      const [{ source } = { source: "" }] = taken
      const { html, text } = receiptMail(exampleReceipt, publicUrl)
      expect(partsOf(source).map((part) => part.text.trimEnd())).toEqual([text.trimEnd(), html.trimEnd()])
      expect(readMessage(source).headers).toMatchObject({
        to: "José d’Ávila 🎉 <jose@pagador.example>",
        "message-id": `<${exampleReceipt.id}@pague.example>`,
        "auto-submitted": "auto-generated",
      })
    }),
  )

  it.live("delivers a reminder as text and as HTML", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      yield* mailer.remind(exampleReminder)
      expect(taken).toHaveLength(1)
      const [{ session, source } = { session: null, source: "" }] = taken
      const { html, subject, text } = reminderMail(exampleReminder, publicUrl)
      const message = readMessage(source)
      expect(message.headers).toMatchObject({
        from: "Padaria São João & Filhos <nao-responda@pague.example>",
        to: "José d’Ávila 🎉 <jose@pagador.example>",
        subject,
        "message-id": "<lembrete-1@pague.example>",
        "auto-submitted": "auto-generated",
        "mime-version": "1.0",
      })
      const [plain, marked, ...others] = partsOf(source)
      expect(plain?.headers["content-type"]).toBe("text/plain; charset=utf-8")
      expect(plain?.text.trimEnd()).toBe(text.trimEnd())
      expect(marked?.headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(marked?.text.trimEnd()).toBe(html.trimEnd())
      expect(others).toEqual([])
      expect(session).toMatchObject({
        hostNameAppearsAs: "pague.example",
        envelope: {
          mailFrom: { address: "nao-responda@pague.example" },
          rcptTo: [{ address: "jose@pagador.example" }],
        },
      })
    }),
  )

  it.live("writes to a payer without a name, from the configured sender", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}?from=cobranca@loja.example`)
      yield* mailer.remind({ ...exampleReminder, payer: null, company: "Loja" })
      expect(taken.map(({ source }) => readMessage(source).headers)).toMatchObject([
        { from: "Loja <cobranca@loja.example>", to: "jose@pagador.example" },
      ])
    }),
  )

  it.live.each([
    ["http://127.0.0.1:3000", "[127.0.0.1]"],
    ["http://[::1]:3000", "[IPv6:::1]"],
    ["https://pague.example:8443/base", "pague.example"],
  ] as const)("of %s writes from the domain %s", ([base, domain]) =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`, patience.answered, base)
      yield* mailer.remind({ ...exampleReminder, company: "Loja" })
      expect(taken.map(({ source }) => readMessage(source).headers)).toMatchObject([
        { from: `Loja <nao-responda@${domain.toLowerCase()}>`, "message-id": `<lembrete-1@${domain}>` },
      ])
    }),
  )

  it.live("lets no name or title begin a header, or add an address", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      const injection = 'x"\r\nBcc: outro@vitima.example\r\n\r\n<script>, "y" <outro@vitima.example>'
      yield* mailer.remind({ ...exampleReminder, payer: injection, company: injection, title: injection })
      const [{ session, source } = { session: null, source: "" }] = taken
      expect(readMessage(source).headers).not.toHaveProperty("bcc")
      expect(session?.envelope.rcptTo.map(({ address }) => address)).toEqual([exampleReminder.to])
      expect(session?.envelope.mailFrom).toMatchObject({ address: "nao-responda@pague.example" })
    }),
  )

  it.live("gives a repeated message one id, and uses one connection for both", () =>
    Effect.gen(function* () {
      const { connections, port, taken } = yield* mailServer()
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      yield* mailer.remind(exampleReminder)
      yield* mailer.remind(exampleReminder)
      yield* mailer.remind({ ...exampleReminder, id: "lembrete-2" })
      expect(taken.map(({ source }) => readMessage(source).headers["message-id"])).toEqual([
        "<lembrete-1@pague.example>",
        "<lembrete-1@pague.example>",
        "<lembrete-2@pague.example>",
      ])
      expect(connections()).toBe(1)
    }),
  )

  it.live("hangs up when its scope closes", () =>
    Effect.gen(function* () {
      const open = new Set<Socket>()
      const greeted = yield* rawServer((socket) => {
        open.add(socket.on("close", () => open.delete(socket)))
        converse(socket, () => "250 taken")
      })
      const scope = yield* Scope.make()
      // So patient that nothing else ends the connection.
      const mailer = yield* Scope.provide(mailerTo(`smtp://127.0.0.1:${greeted}`, 600_000), scope)
      yield* mailer.remind(exampleReminder)
      expect(open.size).toBe(1)
      yield* Scope.close(scope, Exit.void)
      yield* Effect.yieldNow.pipe(Effect.delay("10 millis"), Effect.repeat({ until: () => open.size === 0 }))
    }),
  )
})

describe("a mail server with a login", () => {
  const onAuth: SMTPServerOptions["onAuth"] = ({ password, username }, _, answer) =>
    username === "loja@vintem" && password === "p@ss:/?#" ? answer(null, { user: username }) : answer(null, {})
  const asking: SMTPServerOptions = { authOptional: false, allowInsecureAuth: true, onAuth }

  it.live("gets user and password decoded from the URL", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer(asking)
      const mailer = yield* mailerTo(`smtp://loja%40vintem:p%40ss%3A%2F%3F%23@127.0.0.1:${port}`)
      yield* mailer.remind(exampleReminder)
      expect(taken.map(({ session }) => session.user)).toEqual(["loja@vintem"])
    }),
  )

  it.live("that refuses them may be retried later, because nothing is wrong with the message", () =>
    Effect.gen(function* () {
      const { failure, server } = yield* failureAt(asking, "", "loja:hunter2@")
      expect(failure).toEqual(new MailNotSent({ again: "later", detail: "the mail server cannot be used (EAUTH 535)" }))
      expect(server.taken).toEqual([])
    }),
  )

  it.live("does not get them without encryption, if that is required", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const listening: SMTPServerOptions = {
        ...asking,
        onAuth: ({ username }, _, answer) => {
          asked.push(username ?? "")
          answer(null, { user: username })
        },
      }
      const { failure } = yield* failureAt(listening, "?tls=required", "loja:hunter2@")
      expect(failure.again).toBe("later")
      expect(failure.detail).toContain("ETLS")
      expect(asked).toEqual([])
    }),
  )
})

describe("a mail server with a certificate", () => {
  const encrypting: SMTPServerOptions = { key, cert, disabledCommands: [] }

  const isEncrypted = Effect.fnUntraced(function* (scheme: string, options: SMTPServerOptions, query: string) {
    const { port, taken } = yield* mailServer(options)
    const mailer = yield* mailerTo(`${scheme}://localhost:${port}${query}`)
    yield* mailer.remind(exampleReminder)
    return taken.map(({ session }) => session.secure)
  })

  /** The test certificate is self-signed. */
  const trusting = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const trusted = getCACertificates("default")
        setDefaultCACertificates([...trusted, cert])
        return trusted
      }),
      () => effect,
      (trusted) => Effect.sync(() => setDefaultCACertificates(trusted)),
    )

  it.live.each([
    ["smtp", "", true],
    ["smtp", "?tls=optional", true],
    ["smtp", "?tls=required", true],
    ["smtp", "?tls=off", false],
    ["smtps", "", true],
  ] as const)("is contacted by %s with %j, encrypted: %s", ([scheme, query, expected]) =>
    Effect.gen(function* () {
      const options = scheme === "smtps" ? { ...encrypting, secure: true } : encrypting
      expect(yield* trusting(isEncrypted(scheme, options, query))).toEqual([expected])
    }),
  )

  it.live("whose certificate is not trusted gets nothing", () =>
    Effect.gen(function* () {
      const { failure, server } = yield* failureAt(encrypting)
      expect(failure.again).toBe("later")
      expect(server.taken).toEqual([])
    }),
  )
})

describe("a message that is not sent", () => {
  const refusals: ReadonlyArray<readonly [string, SMTPServerOptions, MailNotSent["again"], string]> = [
    [
      "whose recipient is unknown",
      { onRcptTo: (_, __, answer) => answer(refusing(550, quoting)) },
      "never",
      "550 5.1.1 to RCPT TO",
    ],
    [
      "whose recipient is too busy",
      { onRcptTo: (_, __, answer) => answer(refusing(450, "4.2.1 later")) },
      "later",
      "450 4.2.1 to RCPT TO",
    ],
    [
      "whose sender is refused",
      { onMailFrom: (_, __, answer) => answer(refusing(553, quoting)) },
      "later",
      "553 5.1.1 to MAIL FROM",
    ],
    [
      "that is refused whole",
      { onData: (_, __, answer) => answer(refusing(554, "no bills here")) },
      "never",
      "554 to DATA",
    ],
    [
      "that the server has no room for",
      { onData: (_, __, answer) => answer(refusing(452, "4.3.1 full")) },
      "later",
      "452 4.3.1 to DATA",
    ],
  ]

  it.live.each(refusals)("%s is reported exactly, without the address", ([, options, again, detail]) =>
    Effect.gen(function* () {
      const { failure } = yield* failureAt(options)
      expect(failure).toEqual(new MailNotSent({ again, detail }))
    }),
  )

  it.live("does not keep others from being sent", () =>
    Effect.gen(function* () {
      const { port, taken } = yield* mailServer({
        onRcptTo: ({ address }, _, answer) =>
          address === exampleReminder.to ? answer(refusing(550, quoting)) : answer(),
      })
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      yield* Effect.flip(mailer.remind(exampleReminder))
      yield* mailer.remind({ ...exampleReminder, to: otherAddress })
      expect(taken).toHaveLength(1)
    }),
  )

  it.live("because no server listens may be sent later", () =>
    Effect.gen(function* () {
      const { port, stop } = yield* mailServer()
      yield* stop
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      expect(yield* Effect.flip(mailer.remind(exampleReminder))).toEqual(
        new MailNotSent({ again: "later", detail: "the mail server cannot be used (ECONNREFUSED)" }),
      )
    }),
  )

  it.live("because the server does not greet may be sent later", () =>
    Effect.gen(function* () {
      const port = yield* rawServer(() => {})
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`, patience.silent)
      expect((yield* Effect.flip(mailer.remind(exampleReminder))).again).toBe("later")
    }),
  )

  it.live("because the server went away after an earlier one may be sent later, and then is", () =>
    Effect.gen(function* () {
      let isFirst = true
      const ends: Array<string> = []
      const port = yield* rawServer((socket) => {
        const breaksAtSecond = isFirst
        isFirst = false
        converse(socket, (said) => {
          if (said === "MAIL" && breaksAtSecond && ends.length === 1) return "reset"
          if (said === "end") ends.push(said)
          return "250 taken"
        })
      })
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      yield* mailer.remind(exampleReminder)
      expect((yield* Effect.flip(mailer.remind(exampleReminder))).again).toBe("later")
      yield* mailer.remind(exampleReminder)
      expect(ends).toHaveLength(2)
    }),
  )

  const broken: ReadonlyArray<readonly [string, "EHLO" | "MAIL" | "RCPT" | "DATA" | "end", MailNotSent["again"]]> = [
    ["before the sender was named", "EHLO", "later"],
    ["before the recipient was named", "MAIL", "later"],
    ["before the message was asked for", "RCPT", "later"],
    ["in place of an answer to DATA", "DATA", "later"],
    ["after the message was handed over", "end", "unknown"],
  ]

  it.live.each(broken)("because the connection broke %s", ([, at, again]) =>
    Effect.gen(function* () {
      const seen: Array<string> = []
      const port = yield* rawServer((socket) =>
        converse(socket, (said) => {
          seen.push(said)
          return said === at ? "reset" : "250 taken"
        }),
      )
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      expect((yield* Effect.flip(mailer.remind(exampleReminder))).again).toBe(again)
      // It does not retry by itself.
      expect(seen.filter((said) => said === at)).toEqual([at])
    }),
  )

  it.live.each(broken)("because the server fell silent %s", ([, at, again]) =>
    Effect.gen(function* () {
      const port = yield* rawServer((socket) => converse(socket, (said) => (said === at ? "silence" : "250 taken")))
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`, patience.silent)
      expect((yield* Effect.flip(mailer.remind(exampleReminder))).again).toBe(again)
    }),
  )

  it.live.each([
    ["EHLO", "later"],
    ["end", "unknown"],
  ] as const)("because the server never comes to the end of its answer to %s", ([at, again]) =>
    Effect.gen(function* () {
      const port = yield* rawServer((socket) => converse(socket, (said) => (said === at ? "endless" : "250 taken")))
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`, patience.silent)
      expect((yield* Effect.flip(mailer.remind(exampleReminder))).again).toBe(again)
    }),
  )

  it.live("because the server shuts down instead of taking it may be sent later", () =>
    Effect.gen(function* () {
      const port = yield* rawServer((socket) => converse(socket, (said) => (said === "end" ? "421 bye" : "250 taken")))
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      expect(yield* Effect.flip(mailer.remind(exampleReminder))).toEqual(
        new MailNotSent({ again: "later", detail: "421 to DATA" }),
      )
    }),
  )

  it.live("and may have been sent all the same is reported with the connection's fault", () =>
    Effect.gen(function* () {
      const port = yield* rawServer((socket) => converse(socket, (said) => (said === "end" ? "reset" : "250 taken")))
      const mailer = yield* mailerTo(`smtp://127.0.0.1:${port}`)
      const { detail } = yield* Effect.flip(mailer.remind(exampleReminder))
      expect(detail).toMatch(/^no confirmation after the message was handed over \([A-Z]+\)$/u)
    }),
  )
})

describe("a mailer without a server", () => {
  it.effect("logs the id of a message, and nothing of the payer or the link", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const both = Effect.flatMap(Mailer, (mailer) =>
        Effect.andThen(mailer.remind(exampleReminder), mailer.sendReceipt(exampleReceipt)),
      )
      yield* both.pipe(
        Effect.provide([MailerLogged.layer, Logger.layer([Logger.map(Logger.formatJson, (line) => lines.push(line))])]),
      )
      expect(lines).toHaveLength(2)
      for (const line of lines) expect(line).toMatch(/VINTEM_SMTP_URL/u)
      expect(lines[0]).toContain(exampleReminder.id)
      expect(lines[1]).toContain(exampleReceipt.id)
      for (const secret of [
        exampleReceipt.publicKey,
        exampleReminder.to,
        exampleReminder.link,
        "José",
        exampleReminder.company,
        exampleReminder.title,
      ]) {
        expect(lines.join()).not.toContain(secret)
      }
    }),
  )
})

const otherAddress = Email.make("ana@pagador.example")

/** A port whose connections the test handles itself. */
const rawServer = (serve: (socket: Socket) => void): Effect.Effect<number, never, Scope.Scope> => {
  const sockets = new Set<Socket>()
  return Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const server = createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        serve(socket)
      })
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }),
  ).pipe(Effect.map((server) => portOf(server.address())))
}

/**
 * Speaks enough SMTP to receive a message, and answers every command, and the end of the message, as specified: with a
 * reply, by breaking the connection, not at all, or with lines that always announce another.
 */
const converse = (socket: Socket, answer: (said: string) => string) => {
  let unread = ""
  let isMessage = false
  const reply = (said: string) => {
    const answered = answer(said)
    if (answered === "reset") return socket.resetAndDestroy()
    if (answered === "silence") return undefined
    if (answered === "endless") {
      const timer = setInterval(() => socket.write("250-wait\r\n"), patience.silent / 4)
      return socket.on("close", () => clearInterval(timer))
    }
    isMessage = said === "DATA"
    return socket.write(`${isMessage ? "354 go on" : answered}\r\n`)
  }
  socket.write("220 ready\r\n")
  socket.on("data", (chunk) => {
    unread += chunk.toString()
    if (isMessage) {
      if (!unread.endsWith("\r\n.\r\n")) return
      unread = ""
      reply("end")
      return
    }
    const said = unread.slice(0, 4)
    unread = ""
    reply(said)
  })
}
