/**
 * The HTTP server of the service on Node: that of the library, but for the way of a request through it.
 *
 * All requests of one tick of the event loop are handled when the tick ends: by then a short body is there, and what is true of one of them
 * is true of all. Most answers are a few hundred bytes that are there when the operation ends. They are written here: without a stream, and
 * all at once, because to wake a waiting client costs more than to write to one that is awake. The library writes every other answer.
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
  /** How long requests in flight may take when the server stops; `usualPatience` if absent. */
  readonly gracefulShutdownTimeout?: Duration.Duration
}

/** Listens as soon as it is built, and answers as soon as something is served on it. */
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
  /** What is being handled and had not come whole when that began. */
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
  // Before the listeners are removed and requests in flight are interrupted.
  yield* Effect.addFinalizer(() =>
    Effect.andThen(
      Effect.timeoutOption(closed(server), options.gracefulShutdownTimeout ?? usualPatience),
      // Work is not interrupted, and would wait for the rest of its request for ever: a server that stops looks after no deadline.
      Effect.sync(() => unfinished.forEach((request) => void (request.complete || request.destroy()))),
    ),
  )
})

const usualPatience = Duration.seconds(20)

/**
 * A request adds a dozen services to those of the program. Each is found if it was added as long as there are not more of them than
 * this; beyond, the whole map of services is copied for the request.
 */
const servicesOfRequestMax = 24

const withRoom = (services: Context.Context<never>): Context.Context<never> =>
  Context.makeUnsafe(new Map(services.mapUnsafe), { maxDepth: servicesOfRequestMax })

const closed = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (server.listening) server.close(() => resume(Effect.void))
    else resume(Effect.void)
  })

/** What is to be sent, to whom, and what ends with it. */
interface Answered {
  readonly request: NodeRequest
  readonly response: ServerResponse
  readonly answer: Answer
  readonly scope: Scope.Closeable
}

/** Collects what comes in one tick of the event loop, and gives it to `use` when the tick ends. */
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
  /** Writes what waits. */
  readonly writeNow: () => void
}

/** Collects what is answered, and writes it when the tick of the event loop ends. */
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

/** Longer texts are written by the library, which waits for slow readers. Bytes. */
const shortTextMax = 65_536

/** @returns whether it was written here */
const writtenAtOnce = ({ answer, request, response, scope }: Answered): boolean => {
  // The library handles the rest of an unread body.
  if (!Exit.isSuccess(answer) || !request.source.complete || request.method === "HEAD" || response.destroyed)
    return false
  const { body, cookies, headers, status } = answer.value
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentLength > shortTextMax) return false
  if (!Cookies.isEmpty(cookies) || HttpServerResponse.omitsBody(answer.value)) return false
  const head: Array<string> = []
  for (const name of Object.keys(headers)) head.push(name, headers[name] ?? "")
  // Node throws if a header or a status cannot be sent: the library answers that with 500. The other answers of the tick go on.
  if (Result.isFailure(Result.try(() => response.writeHead(status, head)))) return false
  // If each sign is one byte, the text need not be measured again.
  response.end(body.text, body.text.length === body.contentLength ? "latin1" : "utf8")
  close(scope, answer)
  return true
}

const close = (scope: Scope.Closeable, answer: Answer): void => {
  const closing = Scope.closeUnsafe(scope, answer)
  if (closing !== undefined) Effect.runFork(closing)
}

/** Has the library write an answer as it writes its own: streams, failures, answers to `HEAD`, and connections that have to be closed. */
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
    // A client without `100 Continue` may send its body or not: what comes next on the connection is ambiguous.
    left.set(request.source, request.isWaiting ? Exit.map(answer, closingConnection) : answer)
    handler(request.source, response)
  }
})

const closingConnection = HttpServerResponse.setHeader("connection", "close")
