/**
 * The service's HTTP server on Node: the library's server, except for how it handles a request.
 *
 * All requests of one tick of the event loop are handled when the tick ends. By then a short body has arrived, and
 * requests can share work. Most answers are a few hundred bytes that are complete when the operation ends. They are
 * written here without a stream, and all at once, because waking a waiting client costs more than writing to one that
 * is awake. The library writes every other answer.
 *
 * @see docs/decisions/wire.md#0281
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { atEndOfTick } from "@vintem/adapters"
import { Context, Duration, Effect, Exit, Layer, Result, Scope } from "effect"
import { Cookies, HttpServer, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { inFlightUntilClosed } from "./in-flight.ts"
import { NodeRequest } from "./node-request.ts"

export interface NodeServerOptions {
  readonly host: string
  /** 0 picks a free one. */
  readonly port: number
  /** How long requests in flight may take when the server stops. Absent: `usualPatience`. */
  readonly gracefulShutdownTimeout?: Duration.Duration
}

/** Listens once it is built, and answers once something is served on it. */
export const layer = (evaluate: () => Server, options: NodeServerOptions) =>
  Layer.merge(
    Layer.effect(
      HttpServer.HttpServer,
      Effect.gen(function* () {
        const server = evaluate()
        const library = yield* NodeHttpServer.make(() => server, options)
        return HttpServer.make({ address: library.address, serve: (app) => serving(server, app, options) })
      }),
    ),
    NodeHttpServer.layerHttpServices,
  )

type Answer = Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>
type App = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const serving = Effect.fnUntraced(function* (server: Server, app: App, options: NodeServerOptions) {
  const keepInFlight = yield* inFlightUntilClosed
  const services = withRoom(yield* Effect.context())
  const ready = Effect.uninterruptible(app)
  const answers = answersByTick(yield* libraryWriter(yield* Effect.flatMap(Effect.scope, Scope.fork)))
  /** Requests in progress that had not fully arrived when their handling began. */
  const unfinished = new Set<IncomingMessage>()

  const receive = (request: NodeRequest, response: ServerResponse): void => {
    const scope = Scope.makeUnsafe()
    const context = services.pipe(
      Context.add(HttpServerRequest.HttpServerRequest, request),
      Context.add(Scope.Scope, scope),
    )
    const fiber = Effect.runForkWith(context)(ready)
    const done = (answer: Answer): void => answers.add({ request, response, answer, scope })
    const answer = fiber.pollUnsafe()
    if (answer !== undefined) {
      done(answer)
      return
    }
    keepInFlight(fiber)
    fiber.addObserver(done)
    if (!request.source.complete) {
      unfinished.add(request.source)
      fiber.addObserver(() => unfinished.delete(request.source))
    }
    response.on("close", () => {
      if (!response.writableEnded) fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
    })
  }
  const arrived = byTick<readonly [NodeRequest, ServerResponse]>((requests) => {
    for (const [request, response] of requests) receive(request, response)
    answers.writeNow()
  })
  const onRequest = (request: IncomingMessage, response: ServerResponse): void =>
    arrived([new NodeRequest(request, null), response])
  const onWaiting = (request: IncomingMessage, response: ServerResponse): void =>
    arrived([new NodeRequest(request, () => response.writeContinue()), response])

  yield* Effect.acquireRelease(
    Effect.sync(() => server.on("request", onRequest).on("checkContinue", onWaiting)),
    () => Effect.sync(() => server.off("request", onRequest).off("checkContinue", onWaiting)),
  )
  // Runs before the listeners are removed and requests in flight are interrupted.
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      Effect.timeoutOption(closed(server), options.gracefulShutdownTimeout ?? usualPatience),
      // Uninterruptible work would wait forever for the rest of its request: a stopping server enforces no deadline.
      Effect.sync(() => unfinished.forEach((request) => void (request.complete || request.destroy()))),
    ),
  )
})

const usualPatience = Duration.seconds(20)

/**
 * A request adds a dozen services to the program's. Up to this number each is found in a chain of additions; beyond it,
 * the whole map of services is copied for the request.
 */
const servicesOfRequestMax = 24

const withRoom = (services: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map(services.mapUnsafe), { maxDepth: servicesOfRequestMax })

const closed = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (server.listening) server.close(() => resume(Effect.void))
    else resume(Effect.void)
  })

/** An answer to send, its receiver, and the scope that ends with it. */
interface Answered {
  readonly request: NodeRequest
  readonly response: ServerResponse
  readonly answer: Answer
  readonly scope: Scope.Closeable
}

/** Collects the items of one tick of the event loop, and passes them to `use` when the tick ends. */
const byTick = <A>(use: (all: ReadonlyArray<A>) => void): ((one: A) => void) => {
  let waiting: Array<A> = []
  const useAll = (): void => {
    const all = waiting
    waiting = []
    use(all)
  }
  return (one) => {
    if (waiting.push(one) === 1) atEndOfTick("requests", useAll)
  }
}

interface Answers {
  readonly add: (answered: Answered) => void
  /** Writes the waiting answers. */
  readonly writeNow: () => void
}

/** Collects answers, and writes them when the tick of the event loop ends. */
const answersByTick = (byLibrary: (answered: Answered) => void): Answers => {
  let waiting: Array<Answered> = []
  let isDue = false
  const writeNow = (): void => {
    const answers = waiting
    waiting = []
    for (const answered of answers) if (!writtenAtOnce(answered)) byLibrary(answered)
  }
  const writeDue = (): void => {
    isDue = false
    writeNow()
  }
  return {
    add: (answered) => {
      waiting.push(answered)
      if (isDue) return
      isDue = true
      atEndOfTick("answers", writeDue)
    },
    writeNow,
  }
}

/** In bytes. The library writes longer texts, because it waits for slow readers. */
const shortTextMax = 65_536

/** @returns false if the library has to write it */
const writtenAtOnce = ({ answer, request, response, scope }: Answered): boolean => {
  // The library handles the rest of an unread body.
  if (!Exit.isSuccess(answer) || !request.source.complete || request.method === "HEAD" || response.destroyed)
    return false
  const { body, cookies, headers, status } = answer.value
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentLength > shortTextMax) return false
  if (!Cookies.isEmpty(cookies) || HttpServerResponse.omitsBody(answer.value)) return false
  const head: Array<string> = []
  for (const name of Object.keys(headers)) head.push(name, headers[name] ?? "")
  // Node throws if a header or a status cannot be sent: the library answers that with 500. The tick's other answers are
  // still written.
  if (Result.isFailure(Result.try(() => response.writeHead(status, head)))) return false
  // If every character is one byte, the text need not be measured again.
  response.end(body.text, body.text.length === body.contentLength ? "latin1" : "utf8")
  close(scope, answer)
  return true
}

const close = (scope: Scope.Closeable, answer: Answer): void => {
  const closing = Scope.closeUnsafe(scope, answer)
  if (closing !== undefined) Effect.runFork(closing)
}

/** Lets the library write an answer: streams, failures, answers to `HEAD`, and answers that close their connection. */
const libraryWriter = Effect.fnUntraced(function* (inFlight: Scope.Scope) {
  const left = new WeakMap<object, Answer>()
  const handler = yield* NodeHttpServer.makeHandler(
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      ({ source }) => left.get(source) ?? Effect.die(new Error("The request cannot be answered.")),
    ),
    { scope: inFlight },
  )
  return ({ answer, request, response, scope }: Answered): void => {
    if (response.destroyed) {
      close(scope, answer)
      return
    }
    response.on("close", () => close(scope, answer))
    // A client that got no `100 Continue` may or may not send its body: the next bytes on the connection are ambiguous.
    left.set(request.source, request.isWaiting ? Exit.map(answer, closingConnection) : answer)
    handler(request.source, response)
  }
})

const closingConnection = HttpServerResponse.setHeader("connection", "close")
