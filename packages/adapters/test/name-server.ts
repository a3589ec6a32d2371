/**
 * A name server on a port of its own, which says what a test wants said.
 */
import { createSocket } from "node:dgram"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import ipaddr from "ipaddr.js"

export interface NameServer {
  /** As a resolver takes it. */
  readonly address: string
  /** What was asked for so far, as `A loja.example`. */
  readonly asked: ReadonlyArray<string>
}

/** Addresses of the asked-for family; those of the other are left out. Null is silence. */
export type Answering = (name: string, nth: number) => ReadonlyArray<string> | null

const recordTypes: Readonly<Record<number, string>> = { 1: "A", 28: "AAAA" }

/**
 * @param answering - is given the asked-for name and how often it was asked for in this family before; a name without addresses does
 * not exist
 */
export const nameServer = (answering: Answering): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<NameServer & { readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      const socket = createSocket("udp4")
      socket.on("message", (query, from) => {
        const { name, end, type } = questionOf(query)
        const question = `${recordTypes[type] ?? type} ${name}`
        const nth = asked.filter((earlier) => earlier === question).length
        asked.push(question)
        const addresses = answering(name, nth)
        if (addresses === null) return
        const family = type === 1 ? "ipv4" : "ipv6"
        const fitting = addresses.map((address) => ipaddr.parse(address)).filter((address) => address.kind() === family)
        const records = fitting.map((address) => recordOf(type, address.toByteArray()))
        const head = Buffer.from(query.subarray(0, 12))
        head.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2)
        for (const [offset, count] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * offset)
        socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), from.port, from.address)
      })
      socket.bind(0, "127.0.0.1", () => {
        resume(Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }))
      })
    }),
    ({ close }) => Effect.sync(close),
  )

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

/** RFC 1035, section 4.1.3: of the name that was asked for, to be kept for no time at all. */
const recordOf = (type: number, address: ReadonlyArray<number>): Buffer =>
  Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address])
