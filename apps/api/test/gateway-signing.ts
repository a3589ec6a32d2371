/**
 * Signs as docs/gateway-protocol.md says, by that page alone.
 */
import { createHmac } from "node:crypto"

/** @param millis - when it is signed */
export const signedHeaders = (secret: string, millis: number, method: string, path: string, body: string) => {
  const timestamp = String(Math.floor(millis / 1_000))
  const signature = createHmac("sha256", secret).update(`${timestamp}\n${method}\n${path}\n${body}`).digest("hex")
  return { "gateway-timestamp": timestamp, authorization: `HMAC-SHA256 ${signature}` }
}
