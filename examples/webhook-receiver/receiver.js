// A receiver of webhooks in plain Node: what every receiver has to do, and nothing else.
//
//   WEBHOOK_SECRET=whsec_… npm start
import { createServer } from "node:http"
import { Webhook } from "standardwebhooks"
import { openBook } from "./book.js"

const { WEBHOOK_SECRET: secret, PORT: port = "4000", BOOK: file = "received.jsonl" } = process.env

/** The library throws where there is no secret, or where it is not base64. */
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

/** A hundred items with the longest names there are come to 107 kB: what is larger is not ours. */
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
    // Written down before it is answered: what was answered with 2xx is not sent again.
    console.log(book.enter(event))
    answer(200, "thank you")
  } catch (error) {
    console.error(error)
    answer(500, "not taken: send it again")
  }
})

/** The bytes as they came: they are what was signed. JSON that was read and written again may not be the same. */
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
 * The event, or undefined where the signature is not of a known secret, or was made more than five minutes ago: an old request that
 * an attacker recorded and sends again. While a secret is being changed a request has two signatures, and one that is right is enough.
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
