/** Sends JSON until there is an answer. Every retry has the same idempotency key, so that the work is done once. */
import { isOneOf } from "../src/form/fault-sentence.ts"
import { faultsIn } from "../src/form/refusal.ts"
import { dropKey, keyOf } from "./kept-key.ts"

export interface Sent {
  readonly status: number
  readonly body: unknown
}

/** Milliseconds before the first, the second, and each further retry. */
const pauses = [1_000, 2_000, 4_000, 8_000]

/** @param lost - called each time the connection is lost */
export const send = async (path: string, body: unknown, lost: () => void): Promise<Sent> => {
  for (let times = 0; ; times += 1) {
    const sent = await once(path, body, keyOf(path))
    if (sent !== undefined) {
      dropKey(path)
      if (!isOfAnother(sent)) return sent
    } else lost()
    await pause(pauses[Math.min(times, pauses.length - 1)] ?? 0)
  }
}

/** Undefined without an answer, or if the answer says that a retry may work. */
const once = async (path: string, body: unknown, key: string): Promise<Sent | undefined> => {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    })
    if (response.status === 409 || response.status >= 500) return undefined
    return { status: response.status, body: await response.json() }
  } catch {
    return undefined
  }
}

/** The stored key belongs to an earlier submission with other content, from before a reload. */
const isOfAnother = ({ body }: Sent): boolean =>
  faultsIn(body).some((fault) => isOneOf(fault, "idempotency_key_reused"))

/** Ends early when the connection is back. */
export const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      removeEventListener("online", over)
      resolve()
    }
    const timer = setTimeout(over, millis)
    addEventListener("online", over)
  })
