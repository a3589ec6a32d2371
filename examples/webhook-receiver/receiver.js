// A webhook receiver in plain Node. It does what every receiver has to do, and nothing else.
//
//   WEBHOOK_SECRET=whsec_… npm start
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"
import { openBook } from "./book.js"

const { WEBHOOK_SECRET: secret, PORT: port = "4000", BOOK: file = "received.jsonl" } = process.env

/** The library throws if there is no secret, or if it is not base64. */
const webhookOf = (text) => {
  try {
    return new Webhook(text)
  } catch {
    console.error(
      "WEBHOOK_SECRET is missing or no secret: it is shown where the webhook is configured, and begins with whsec_.",
    )
    process.exit(2)
  }
}

/** A hundred items with the longest possible names make 107 kB: a larger body is not from Vintém. */
const bodyMax = 1_000_000

const webhook = webhookOf(secret)
const book = openBook(file)

const server = createServer(async (request, response) => {
  const answer = (status, text) => {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${text}\n`)
  }
  if (request.method !== "POST") return answer(405, "webhooks are posted")
  try {
    const body = await bytesOf(request)
    const event = verified(body, request.headers)
    if (event === undefined) return answer(400, "not signed by the sender, or too long ago")
    // Stored before the answer: an event that got a 2xx is not sent again.
    console.log(book.enter(event))
    answer(200, "thank you")
  } catch (error) {
    console.error(error)
    answer(500, "not taken: send it again")
  }
})

/** The bytes exactly as received: the signature covers them. If JSON is parsed and written again, it may differ. */
const bytesOf = async (request) => {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyMax) throw new Error("the body is too large")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * The event. Undefined if the signature is not of a known secret, or is more than five minutes old: an attacker may
 * have recorded the request and sent it again. While a secret is being changed, a request has two signatures, and one
 * right signature is enough.
 */
const verified = (body, headers) => {
  try {
    return webhook.verify(body, headers)
  } catch {
    return undefined
  }
}

server.on("error", ({ message }) => {
  console.error(`${message}. PORT names another port.`)
  process.exit(1)
})
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`waiting for webhooks at http://127.0.0.1:${server.address().port}/`)
})
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.close(() => process.exit(0)))
