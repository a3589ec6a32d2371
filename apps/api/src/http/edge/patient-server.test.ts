import { once } from "node:events"
import { type IncomingMessage, request, type Server } from "node:http"
import { describe, expect, it } from "vitest"
import { patientServer } from "./patient-server.ts"

/** Sends a request, and continues when the server has it, which its `100 Continue` shows. */
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
  it("answers requests from before there was a listener, and later ones", async () => {
    const server = patientServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const early = await ask(server, "/early")
    server.on("request", ({ url }, response) => {
      response.end(url)
    })
    const late = await ask(server, "/late")
    expect([await early.answer(), await late.answer()]).toEqual(["/early", "/late"])
    await once(server.close(), "close")
  })

  it("closes at once where there never was a listener", async () => {
    const server = patientServer()
    await once(server.listen(0, "127.0.0.1"), "listening")
    const refused = expect((await ask(server, "/early")).answer()).rejects.toThrow("socket hang up")
    await once(server.close(), "close")
    await refused
  })
})
