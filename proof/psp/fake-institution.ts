/**
 * An institution on this machine that speaks API Pix over HTTPS and requires a certificate of its clients.
 *
 * Its books and rules are in `ledger.ts`. This file has the connection: TLS, tokens, faults, and notifications.
 */
import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:https"
import type { Socket } from "node:net"
import type { Random } from "../crash/random.ts"
import { type Credentials, newAuthority } from "./authority.ts"
import { type FaultKind, type FaultPlan, noFaults } from "./fault.ts"
import { type Answer, type Dialect, Ledger, problem } from "./ledger.ts"

export interface FakeInstitutionOptions {
  readonly dialect?: Dialect
  readonly writesCode?: boolean
  /** How far its clock is ahead, milliseconds. */
  readonly clockSkewMillis?: number
  /** The lifetime of its tokens, seconds. */
  readonly tokenSeconds?: number
  /** Scopes that its client was granted; all, if absent. */
  readonly scopes?: ReadonlyArray<string>
  /** Generated if absent, which takes a second. */
  readonly identities?: Identities
}

/** The authority that both ends trust (PEM), and the certificates of the institution and of its client. */
export interface Identities {
  readonly ca: string
  readonly server: Credentials
  readonly client: Credentials
}

export const newIdentities = (): Identities => {
  const authority = newAuthority()
  return { ca: authority.certificate, server: authority.server(), client: authority.client("Padaria São João") }
}

/** A request and its answer, as they went over the connection. */
export interface Exchange {
  readonly method: string
  /** Without the base path. */
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string | undefined
  readonly authorization: string | undefined
  readonly body: string
  readonly status: number
  readonly answerType: string
  readonly answer: string
}

export interface FakeInstitution {
  readonly ledger: Ledger
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly pixKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** PEM. */
  readonly ca: string
  /** The certificate of a known client. */
  readonly client: Credentials
  /** Requests that were answered, tokens included. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Every request that arrived, answered or not: its method and path. */
  readonly arrivals: ReadonlyArray<string>
  /** All requests meet them, except those for a token. */
  readonly setFaults: (plan: FaultPlan) => void
  /** Requests for a token meet them. */
  readonly setTokenFaults: (plan: FaultPlan) => void
  /** It no longer takes the tokens that it gave. */
  readonly revokeTokens: () => void
  /** Breaks connections that are open. */
  readonly breakConnections: () => void
  /** Resolves when every late write is done. */
  readonly lateWrites: () => Promise<void>
  /** Sends each notification twice and in any order. `/pix` is appended to the URL. */
  readonly notify: (url: string, random: Random) => Promise<void>
  readonly close: () => Promise<void>
}

const pixKey = "5f84a4c5-c5cb-4599-9f13-7eb4d419dacc"
const clientId = "Client_Id_of_the_tests"
const basePath = "/api/v2"

/** Milliseconds. Longer than an impatient client waits. */
const slowMillis = 3_000

/** Milliseconds after the client has seen its connection closed. */
const lateMillis = 60

export const startFakeInstitution = async ({
  dialect = "standard",
  writesCode = true,
  clockSkewMillis = 0,
  tokenSeconds = 3_600,
  scopes,
  identities = newIdentities(),
}: FakeInstitutionOptions = {}): Promise<FakeInstitution> => {
  const { ca, client } = identities
  const { chain: cert, key } = identities.server
  const clientSecret = `secret-${randomBytes(12).toString("hex")}`
  const now = () => Date.now() + clockSkewMillis
  const ledger = new Ledger({ dialect, pixKey, now, writesCode })
  const tokens = new Map<string, number>()
  const sockets = new Set<Socket>()
  const late = new Set<Promise<void>>()
  const exchanges: Array<Exchange> = []
  const arrivals: Array<string> = []
  let faults: FaultPlan = noFaults
  let tokenFaults: FaultPlan = noFaults

  const tokenAnswer = (request: IncomingMessage, body: string): Answer => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64")
    if (request.headers.authorization !== `Basic ${basic}`) return { status: 401, body: { error: "invalid_client" } }
    const isJson = dialect === "efi"
    const asked = isJson ? new URLSearchParams(Object.entries(jsonOf(body) ?? {})) : new URLSearchParams(body)
    if (asked.get("grant_type") !== "client_credentials") return { status: 400, body: { error: "invalid_request" } }
    const wanted = (asked.get("scope") ?? "").split(" ").filter((scope) => scope !== "")
    if (scopes !== undefined && wanted.some((scope) => !scopes.includes(scope))) {
      return { status: 400, body: { error: "invalid_scope" } }
    }
    const token = `token-${randomBytes(16).toString("hex")}`
    tokens.set(token, Date.now() + tokenSeconds * 1_000)
    return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: tokenSeconds } }
  }

  const isAuthorized = ({ headers }: IncomingMessage): boolean =>
    (tokens.get(headers.authorization?.replace(/^Bearer /u, "") ?? "") ?? 0) > Date.now()

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request)
    const url = new URL(request.url ?? "/", "https://localhost")
    const method = request.method ?? "GET"
    const path = url.pathname.replace(basePath, "")
    arrivals.push(`${method} ${path}`)
    const send = (status: number, text: string, answerType: string) => {
      const { "content-type": contentType, authorization } = request.headers
      exchanges.push({
        method,
        path,
        query: url.searchParams,
        contentType,
        authorization,
        body,
        status,
        answerType,
        answer: text,
      })
      response.writeHead(status, { "content-type": answerType }).end(text)
    }
    const tell = (answer: Answer) =>
      send(
        answer.status,
        JSON.stringify(answer.body),
        answer.status < 400 || dialect === "efi" ? "application/json" : "application/problem+json",
      )
    const isForToken = path === "/oauth/token"
    if (!isForToken && !isAuthorized(request)) return tell({ status: 401, body: {} })
    const act = () =>
      isForToken ? tokenAnswer(request, body) : ledger.answer(method, path, url.searchParams, jsonOf(body))
    const meet: Readonly<Record<FaultKind, () => void | Promise<void>>> = {
      lost_answer: () => {
        act()
        request.socket.destroy()
      },
      late_write: () => {
        request.socket.destroy()
        const write = after(lateMillis).then(() => {
          act()
        })
        late.add(write)
        void write.then(() => late.delete(write))
      },
      error_before: () => tell(problem(500, "ErroInternoDoServidor")),
      error_after: () => {
        act()
        tell(problem(500, "ErroInternoDoServidor"))
      },
      conflict: () => tell({ status: 409, body: {} }),
      wrong_body: () => send(act().status, "<html>Manutenção</html>", "text/html"),
      other_charge: () => {
        const { status, body: answer } = act()
        const other = { txid: "0".repeat(32), id: "0", cobs: [] }
        tell({ status, body: status < 300 ? { ...answer, ...other } : answer })
      },
      proxy_404: () => send(404, "<html>Not found</html>", "text/html"),
      unauthorized: () => {
        tokens.clear()
        tell({ status: 401, body: {} })
      },
      slow: async () => {
        const answer = act()
        await after(slowMillis)
        if (!response.destroyed) tell(answer)
      },
    }
    const fault = (isForToken ? tokenFaults : faults)({ method, path })
    return fault === null ? tell(act()) : meet[fault]()
  }

  const server = createServer(
    { cert, key, ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => void respond(request, response),
  )
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const origin = `https://localhost:${port}`
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    ledger,
    baseUrl: `${origin}${basePath}`,
    tokenUrl: `${origin}/oauth/token`,
    pixKey,
    clientId,
    clientSecret,
    ca,
    client,
    exchanges,
    arrivals,
    setFaults: (plan) => {
      faults = plan
    },
    setTokenFaults: (plan) => {
      tokenFaults = plan
    },
    revokeTokens: () => tokens.clear(),
    breakConnections,
    lateWrites: async () => {
      while (late.size > 0) await Promise.all(late)
    },
    notify: async (url, random) => {
      const twice = ledger.notifications().flatMap((one) => [one, one])
      for (const notification of random.shuffled(twice)) {
        await fetch(`${url}/pix`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(notification),
        })
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakConnections()
      }),
  }
}

const after = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString("utf8")
}

const jsonOf = (text: string): Record<string, string> | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
