/** A name server on its own port, over UDP and TCP, with a test's answers. */
import { createSocket } from "node:dgram"
import { createServer, type Server } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import ipaddr from "ipaddr.js"

export interface NameServer {
  /** In a resolver's form. */
  readonly address: string
  /** The questions so far, as `A loja.example`. */
  readonly asked: ReadonlyArray<string>
}

/**
 * The answer for a name: its addresses, filtered by the requested family; none if the name does not exist. Null is
 * silence. An alias is answered alone, and leads nowhere. A fault is answered by its number (RFC 1035, section 4.1.1).
 * Bytes follow the answer's head unchanged.
 */
export type Said =
  | ReadonlyArray<string>
  | null
  | { readonly alias: string }
  | { readonly fault: number }
  | { readonly bytes: Buffer }

/** Takes the requested name, the number of earlier questions for it in this family, and the family: `A` or `AAAA`. */
export type Answering = (name: string, nth: number, family: string) => Said

/** RFC 1035, section 4.1.1. */
export const serverFailure = 2
const noSuchName = 3

const recordTypes: Readonly<Record<number, string>> = { 1: "A", 28: "AAAA" }
const aliasType = 5

/** Bytes of a datagram; a longer answer is truncated and requested again over TCP. */
const datagramMax = 512

export const nameServer = (answering: Answering): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<NameServer & { readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      const counts = new Map<string, number>()
      const reply = (query: Buffer): Buffer | null => {
        const { name, end, type } = questionOf(query)
        const family = recordTypes[type] ?? String(type)
        const question = `${family} ${name}`
        const nth = counts.get(question) ?? 0
        counts.set(question, nth + 1)
        asked.push(question)
        const said = answering(name, nth, family)
        return said === null ? null : messageOf(said, query, end, type)
      }
      const stream = overTcp(reply)
      const socket = createSocket("udp4")
      socket.on("message", (query, from) => {
        const answer = reply(query)
        if (answer !== null) socket.send(cutTo(datagramMax, answer, query), from.port, from.address)
      })
      stream.listen(0, "127.0.0.1", () => {
        const bound = stream.address()
        const port = bound === null || typeof bound === "string" ? 0 : bound.port
        socket.bind(port, "127.0.0.1", () => {
          const close = () => {
            socket.close()
            stream.close()
          }
          resume(Effect.succeed({ address: `127.0.0.1:${port}`, asked, close }))
        })
      })
    }),
    ({ close }) => Effect.sync(close),
  )

/** RFC 1035, section 4.2.2: each message follows its length. */
const overTcp = (reply: (query: Buffer) => Buffer | null): Server =>
  createServer((connection) => {
    let received = Buffer.alloc(0)
    connection.on("error", () => connection.destroy())
    connection.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const length = received.readUInt16BE(0)
        const answer = reply(received.subarray(2, 2 + length))
        received = received.subarray(2 + length)
        if (answer === null) continue
        const prefix = Buffer.alloc(2)
        prefix.writeUInt16BE(answer.length)
        connection.write(Buffer.concat([prefix, answer]))
      }
    })
  })

/** RFC 1035, section 4.1.2. */
const questionOf = (query: Buffer) => {
  const labels: Array<string> = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** RFC 1035, section 4.1. */
const messageOf = (said: NonNullable<Said>, query: Buffer, end: number, type: number): Buffer => {
  const question = query.subarray(12, end)
  if ("bytes" in said) return Buffer.concat([headOf(query, 0, 1), question, said.bytes])
  if ("fault" in said) return Buffer.concat([headOf(query, said.fault, 0), question])
  if ("alias" in said) return Buffer.concat([headOf(query, 0, 1), question, recordOf(aliasType, nameBytes(said.alias))])
  const family = type === 1 ? "ipv4" : "ipv6"
  const records = said
    .map((address) => ipaddr.parse(address))
    .filter((address) => address.kind() === family)
    .map((address) => recordOf(type, address.toByteArray()))
  return Buffer.concat([headOf(query, said.length === 0 ? noSuchName : 0, records.length), question, ...records])
}

const headOf = (query: Buffer, fault: number, records: number): Buffer => {
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180 + fault, 2)
  for (const [offset, count] of [1, records, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * offset)
  return head
}

/** RFC 1035, section 4.2.1: records that do not fit are left out, and the head says that something is missing. */
const cutTo = (bytesMax: number, answer: Buffer, query: Buffer): Buffer => {
  if (answer.length <= bytesMax) return answer
  const head = headOf(query, 0, 0)
  head.writeUInt16BE(0x8380, 2)
  return Buffer.concat([head, query.subarray(12, questionOf(query).end)])
}

/** RFC 1035, section 4.1.3: for the requested name, never to be cached. */
const recordOf = (type: number, data: ReadonlyArray<number>): Buffer =>
  Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 0xff, ...data])

const nameBytes = (name: string): ReadonlyArray<number> => [
  ...name.split(".").flatMap((label) => [label.length, ...Buffer.from(label)]),
  0,
]
