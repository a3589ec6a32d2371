/**
 * A mailer that passes its messages to a mail server.
 *
 * Nothing is sent twice: a failure says if the message may still have been sent, and the caller decides. Connections
 * stay open for the next message, and close with the scope.
 */
import type { Readable } from "node:stream"
import {
  type AccessLetter,
  AccessMailer,
  type AccessNotice,
  Mailer,
  MailNotSent,
  type PaymentReceipt,
  type PaymentReminder,
} from "@vintem/domain/ports"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { createTransport } from "nodemailer"
import { accessMail } from "./access-mail.ts"
import type { Mail } from "./mail.ts"
import { noticeMail } from "./notice-mail.ts"
import { receiptMail } from "./receipt-mail.ts"
import { reminderMail } from "./reminder-mail.ts"
import type { SmtpLogin, SmtpServer } from "./smtp-url.ts"

/** The mail server, and the base of links. */
export interface SmtpMailerOptions {
  readonly server: SmtpServer
  /** Base of the payer's pages, without slash at its end. Its host is the domain of message identifiers, and of the default sender. */
  readonly publicUrl: string
  /** Milliseconds to wait for a connection, a greeting and any later reply of the server. */
  readonly timeoutMillis?: number
}

/** Milliseconds. */
const patienceMillis = 10_000

/** A whole message may take this many times the patience. */
const patiencesPerMessage = 6

/** Connects when the first message is sent. Mail to payers and to users goes over the same connections. */
export const layer = ({
  server,
  publicUrl,
  timeoutMillis = patienceMillis,
}: SmtpMailerOptions): Layer.Layer<AccessMailer | Mailer> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const domain = mailDomainOf(publicUrl)
      // Without a mail server nodemailer is never loaded.
      const { createTransport } = yield* Effect.promise(() => import("nodemailer"))
      const outbox = yield* Effect.acquireRelease(
        Effect.sync(() => openOutbox(createTransport, server, domain, timeoutMillis)),
        ({ transport }) => Effect.sync(() => transport.close()),
      )
      const from = server.from ?? `nao-responda@${domain}`
      const send = (letter: Letter, mail: Mail) =>
        Effect.acquireUseRelease(
          Effect.sync(() => new AbortController()),
          ({ signal }) =>
            Effect.tryPromise({
              try: () => outbox.transport.sendMail({ ...messageOf(letter, mail, { domain, from }), signal }),
              catch: (fault) => notSent(fault, outbox.isHandedOver(signal)),
            }).pipe(
              Effect.timeoutOrElse({
                duration: timeoutMillis * patiencesPerMessage,
                orElse: () => notSent({ code: "ETIMEDOUT" }, outbox.isHandedOver(signal)),
              }),
            ),
          // Stops sending when the message is given up; after it was sent there is nothing to stop.
          (attempt) => Effect.sync(() => attempt.abort()),
        ).pipe(Effect.asVoid)
      const toPayers = Mailer.of({
        remind: (reminder) => send(reminder, reminderMail(reminder, publicUrl)),
        sendReceipt: (receipt) => send(receipt, receiptMail(receipt, publicUrl)),
      })
      const toWorkers = AccessMailer.of({
        isSending: true,
        send: (letter) => send(letter, accessMail(letter, publicUrl)),
        notify: (notice) => send(notice, noticeMail(notice, publicUrl)),
      })
      return Context.make(Mailer, toPayers).pipe(Context.add(AccessMailer, toWorkers))
    }),
  )

/** The part after the `@` by RFC 5321: the host's name, or its address in brackets. */
const mailDomainOf = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith("[")) return `[IPv6:${hostname.slice(1)}`
  return /^[\d.]+$/u.test(hostname) ? `[${hostname}]` : hostname
}

const openOutbox = (
  create: typeof createTransport,
  { host, login, port, tls }: SmtpServer,
  domain: string,
  timeoutMillis: number,
) => {
  const transport = create({
    pool: true,
    name: domain,
    host,
    port,
    secure: tls === "implicit",
    requireTLS: tls === "required",
    ignoreTLS: tls === "off",
    ...(login === null ? {} : { auth: authOf(login) }),
    dnsTimeout: timeoutMillis,
    connectionTimeout: timeoutMillis,
    greetingTimeout: timeoutMillis,
    socketTimeout: timeoutMillis,
    // An unused connection is closed well before silence counts as a failure.
    idleTimeout: timeoutMillis / 2,
    // By default the pool retries if a connection closes.
    maxRequeues: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A broken connection does not say if the server has seen any of the message. The message's stream does: it is first
  // read once the server has answered DATA.
  const messages = new WeakMap<AbortSignal, Readable>()
  transport.use("stream", ({ data, message }, next) => {
    const { signal } = data
    if (signal !== undefined && message !== undefined) {
      const createReadStream = message.createReadStream.bind(message)
      message.createReadStream = (options) => {
        const stream = createReadStream(options)
        messages.set(signal, stream)
        return stream
      }
    }
    next()
  })
  return { transport, isHandedOver: (signal: AbortSignal) => messages.get(signal)?.readableDidRead === true }
}

const authOf = (login: Redacted.Redacted<SmtpLogin>) => {
  const { password, user } = Redacted.value(login)
  return { user, pass: password }
}

/** A message's recipient and id. */
type Letter = Pick<AccessLetter | AccessNotice | PaymentReminder | PaymentReceipt, "id" | "to">

const messageOf = (
  { id, to }: Letter,
  { html, recipient, sender, subject, text }: Mail,
  { domain, from }: { readonly domain: string; readonly from: string },
) => ({
  from: { name: sender, address: from },
  to: { name: recipient, address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${domain}>`,
  // RFC 3834: no automatic replies.
  headers: { "Auto-Submitted": "auto-generated" },
})

/** The known parts of a failure. Only codes of the server's reply are kept: the text often quotes the address. */
const Fault = Schema.Struct({
  code: Schema.optionalKey(Schema.String),
  originalCode: Schema.optionalKey(Schema.String),
  command: Schema.optionalKey(Schema.String),
  /** The reply's code, usually 400 to 599. */
  responseCode: Schema.optionalKey(Schema.Int),
  response: Schema.optionalKey(Schema.String),
  /** True if, by the reply, this message would be refused again. */
  permanent: Schema.optionalKey(Schema.Boolean),
})

const decodeFault = Schema.decodeUnknownOption(Fault)

const notSent = (cause: unknown, isHandedOver: boolean): MailNotSent => {
  const fault = Option.getOrElse(decodeFault(cause), (): typeof Fault.Type => ({}))
  const { code, command, originalCode, permanent, responseCode } = fault
  if (responseCode === undefined || !isAnswerToMessage(fault)) {
    const reason = [originalCode ?? code ?? "no reason given", responseCode]
      .filter((part) => part !== undefined)
      .join(" ")
    return isHandedOver
      ? new MailNotSent({ again: "unknown", detail: `no confirmation after the message was handed over (${reason})` })
      : new MailNotSent({ again: "later", detail: `the mail server cannot be used (${reason})` })
  }
  const detail = `${[responseCode, enhancedCodeOf(fault)].filter((part) => part !== undefined).join(" ")} to ${command ?? "the message"}`
  // A refused sender is a fault of the configuration; once it is fixed, the message can be sent.
  return new MailNotSent({ again: permanent === true && command !== "MAIL FROM" ? "never" : "later", detail })
}

/** Any other refusal, such as of a login, is not about the message. */
const isAnswerToMessage = ({ code }: typeof Fault.Type): boolean => code === "EENVELOPE" || code === "EMESSAGE"

/** `5.1.1`, in RFC 3463's form; undefined if the server gives none. */
const enhancedCodeOf = ({ response = "" }: typeof Fault.Type): string | undefined =>
  /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1]
