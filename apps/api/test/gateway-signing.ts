/** Signs by docs/gateway-protocol.md alone. */
import { createHmac } from "node:crypto"

/** @param millis - the time of signing */
export const signedHeaders = (secret: string, millis: number, method: string, path: string, body: string) => {
  const timestamp = String(Math.floor(millis / 1_000))
  const signature = createHmac("sha256", secret).update(`${timestamp}\n${method}\n${path}\n${body}`).digest("hex")
  return { "gateway-timestamp": timestamp, authorization: `HMAC-SHA256 ${signature}` }
}
