/**
 * A mail server on a port of its own, and its messages as a mail program reads them.
 */
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server"

export interface MailServer {
  readonly port: number
  /** Messages that arrived completely, whatever was answered. */
  readonly taken: ReadonlyArray<TakenMessage>
  /** Connections so far. */
  readonly connections: () => number
  /** Breaks every connection, and accepts no more. */
  readonly stop: Effect.Effect<void>
}

interface TakenMessage {
  readonly source: string
  readonly session: Pick<SMTPServerSession, "envelope" | "secure" | "user" | "hostNameAppearsAs">
}

/** Accepts everything from everybody, without encryption, unless the options say otherwise. Ends with the scope. */
export const mailServer = (options: SMTPServerOptions = {}): Effect.Effect<MailServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<MailServer>((resume) => {
      const taken: Array<TakenMessage> = []
      let connections = 0
      const server = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        disableReverseLookup: true,
        logger: false,
        closeTimeout: 0,
        ...options,
        onConnect: (_, next) => {
          connections += 1
          next()
        },
        onData: (stream, session, answer) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => {
            const { envelope, secure, user, hostNameAppearsAs } = session
            taken.push({
              source: Buffer.concat(chunks).toString(),
              session: { envelope, secure, user, hostNameAppearsAs },
            })
            if (options.onData === undefined) answer()
            else options.onData(stream, session, answer)
          })
        },
      })
      server.on("error", () => {})
      const stop = Effect.callback<void>((stopped) => {
        server.close(() => stopped(Effect.void))
      })
      server.listen(0, "127.0.0.1", () => {
        resume(Effect.succeed({ port: portOf(server.server.address()), taken, connections: () => connections, stop }))
      })
    }),
    ({ stop }) => stop,
  )

export const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0

/** A message, or a part of one: its headers by lower-case name, and its body. */
export interface ReadMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Unfolds and decodes headers, and decodes the body by them. */
export const readMessage = (source: string): ReadMessage => {
  const [head = "", ...body] = source.split("\r\n\r\n")
  const lines = head.replaceAll(/\r\n[ \t]+/gu, " ").split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), decodedWords(line.slice(colon + 1).trim())]
    }),
  )
  return { headers, text: decodedBody(body.join("\r\n\r\n"), headers["content-transfer-encoding"]) }
}

/** The alternatives of a message, in order. */
export const partsOf = (source: string): ReadonlyArray<ReadMessage> => {
  const boundary = /boundary="([^"]+)"/u.exec(source)?.[1] ?? ""
  return source
    .slice(source.indexOf("\r\n\r\n"))
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readMessage(part.slice(2)))
}

const decodedBody = (body: string, encoding: string | undefined): string => {
  if (encoding === "base64") return Buffer.from(body, "base64").toString().replaceAll("\r\n", "\n")
  return (encoding === "quoted-printable" ? unquoted(body.replaceAll("=\r\n", "")) : body).replaceAll("\r\n", "\n")
}

/** RFC 2047; white space between two encoded words is none. */
const decodedWords = (value: string): string =>
  value
    .replaceAll(/\?=\s+=\?/gu, "?==?")
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/giu, (_, kind: string, text: string) =>
      kind.toUpperCase() === "B" ? Buffer.from(text, "base64").toString() : unquoted(text.replaceAll("_", " ")),
    )

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    "latin1",
  ).toString()
