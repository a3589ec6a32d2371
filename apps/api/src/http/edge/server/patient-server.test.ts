import { once } from "node:events"
import { type IncomingMessage, request, type Server } from "node:http"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { patientServer } from "./patient-server.ts"

/** Sends a request, and continues once the server has it. Its `100 Continue` shows that. */
const ask = async (server: Server, path: string): Promise<{ readonly answer: () => Promise<string> }> => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const asked = request({ host: "127.0.0.1", port, path, headers: { connection: "close", expect: "100-continue" } })
  const answered: Promise<ReadonlyArray<IncomingMessage>> = once(asked, "response")
  asked.flushHeaders()
  await once(asked, "continue")
  asked.end()
  return { answer: async () => ((await (await answered)[0]?.toArray()) ?? []).join("") }
}

describe("a patient server", () => {
  it("answers requests that came before there was a listener, and later ones", async () => {
    const { server } = patientServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const early = await ask(server, "/early")
    server.on("request", ({ url }, response) => {
      response.end(url)
    })
    const late = await ask(server, "/late")
    expect([await early.answer(), await late.answer()]).toEqual(["/early", "/late"])
    await once(server.close(), "close")
  })

  it("answers waiting and new requests by a substitute, until there is a listener", async () => {
    const { answerMeanwhile, server } = patientServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const early = await ask(server, "/early")
    answerMeanwhile(({ url }, response) => {
      response.end(`not yet ${url}`)
    })
    const later = await ask(server, "/later")
    expect([await early.answer(), await later.answer()]).toEqual(["not yet /early", "not yet /later"])
    server.on("request", ({ url }, response) => {
      response.end(url)
    })
    expect(await (await ask(server, "/late")).answer()).toBe("/late")
    await once(server.close(), "close")
  })

  it.each([
    ["headers", "POST / HTTP/1.1\r\nhost: x\r\n"],
    ["body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n1234"],
  ])("answers 408 and closes if the %s never end", async (_, begun) => {
    const waits = { headersTimeout: 40, requestTimeout: 40 }
    const { server } = patientServer({ ...waits, connectionsCheckingInterval: 10 })
    expect(server).toMatchObject(waits) // other time-outs would take longer than this test
    server.on("request", (request) => request.resume())
    await once(server.listen(0, "127.0.0.1"), "listening")
    const address = server.address()
    const socket = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1")
    socket.write(begun)
    expect((await socket.toArray()).join("")).toMatch(/^HTTP\/1\.1 408 /u)
    await once(server.close(), "close")
  })

  it("waits half a minute for a request, and half of that for its headers", () => {
    expect(patientServer().server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 15_000 })
  })

  it("closes at once if there never was a listener", async () => {
    const { server } = patientServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const refused = expect((await ask(server, "/early")).answer()).rejects.toThrow("socket hang up")
    await once(server.close(), "close")
    await refused
  })
})
