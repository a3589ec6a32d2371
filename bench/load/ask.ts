/** One request at a time to the service, on an agent's connections. */
import { type Agent, request } from "node:http"

/** A service, and the calling company's key. */
export interface Target {
  readonly url: string
  readonly key: string
}

/**
 * Sends a GET, or with a body a POST.
 *
 * @param path - with its query, from `/` on
 * @param body - JSON
 * @returns the text of the answer; rejects if its status is no 2xx
 */
export const ask = ({ url, key }: Target, agent: Agent, path: string, body?: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, {
      method: body === undefined ? "GET" : "POST",
      agent,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
    })
    sent.on("error", reject)
    sent.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        text += chunk
      })
      response.on("end", () => {
        const status = response.statusCode ?? 0
        if (status >= 200 && status < 300) resolve(text)
        else reject(new Error(`${status}: ${text}`))
      })
    })
    sent.end(body)
  })
