import { createServer, type Server } from "node:net"
import { NodeServices } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { run } from "./vintem.ts"

describe("vintem acquirer", () => {
  it.effect.each([
    [["--port", "x"], /^--port must be a whole number from 0 to 65535\.$/u],
    [["--port", "65536"], /^--port must be a whole number from 0 to 65535\.$/u],
    [["--database", "books.db"], /^--database must be `sqlite:PATH`/u],
    [["--notify", "localhost:3000"], /^--notify must be an `http:\/\/`/u],
  ] as const)("refuses %j, and says in one line what the value must be", ([args, line]) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(run(["acquirer", ...args]))
      expect(refused).toMatchObject({ _tag: "Refused", message: expect.stringMatching(line) })
    }).pipe(
      Effect.provide(NodeServices.layer),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
    ),
  )

  it.effect("names the flag that chose the port, if the port is taken", () =>
    Effect.gen(function* () {
      const other = yield* listening
      const refused = yield* Effect.flip(run(["acquirer", "--database", "sqlite::memory:", "--port", String(other)]))
      expect(refused).toMatchObject({ _tag: "Refused", message: expect.stringMatching(/choose another --port\.$/u) })
    }).pipe(
      Effect.scoped,
      Effect.provide(NodeServices.layer),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown({})),
    ),
  )
})

/** Another program's port, held until the scope closes. */
const listening = Effect.acquireRelease(
  Effect.callback<Server>((resume) => {
    const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close()),
).pipe(
  Effect.map((server) => server.address()),
  Effect.map((address) => (typeof address === "object" ? address?.port : undefined)),
)
