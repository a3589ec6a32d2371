/**
 * The message where a server cannot listen on its address: one line, with what to do.
 */
import { Predicate } from "effect"
import type { HttpServerError } from "effect/http"

/** What the operator can do, by the code of the system's error. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: "Another program listens there: stop it, or choose another PORT.",
  EACCES:
    "The port is below 1024 or reserved: choose another PORT, and put a proxy before it (docs/running/README.md).",
  EADDRNOTAVAIL: "This machine has no such address: correct HOST.",
  ENOTFOUND: "There is no such host: correct HOST.",
}

export const listenSentence = ({ cause }: HttpServerError.ServeError): string => {
  const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  return `HOST and PORT cannot be listened on: ${String(cause)}. ${advice[code] ?? "Choose others."}`
}
