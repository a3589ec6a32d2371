/**
 * `vintem acquirer`: the simulated acquirer as a server of its own.
 */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { serveAcquirer } from "../acquirer/serve-acquirer.ts"
import { configured } from "../configuration/configured.ts"
import { databaseLocationKind } from "../configuration/database-location.ts"
import { baseUrlKind, type ValueKind, wholeNumberKind } from "../configuration/value-kind.ts"
import { jsonFlag } from "../output.ts"
import { listenSentence, storageSentence } from "./failure-sentences.ts"
import { Refused } from "./outcome.ts"

export const acquirer = Command.make(
  "acquirer",
  {
    port: Flag.String("port").pipe(
      Flag.withDescription("Port to listen on; 0 picks a free one"),
      Flag.withDefault("3001"),
    ),
    database: Flag.String("database").pipe(
      Flag.withDescription("Where its books are kept"),
      Flag.withDefault("sqlite:./data/acquirer.db"),
    ),
    notify: Flag.String("notify").pipe(
      Flag.withDescription(
        "URL that is told what becomes of a charge, such as http://127.0.0.1:3000/gateway/v1/notifications",
      ),
      Flag.optional,
    ),
    json: jsonFlag,
  },
  ({ port, database, notify, json }) =>
    configured(
      Effect.gen(function* () {
        const options = yield* Effect.all({
          port: given("--port", portKind, port),
          database: given("--database", databaseLocationKind, database),
          notify: Option.isNone(notify)
            ? Effect.succeedNone
            : Effect.asSome(given("--notify", baseUrlKind, notify.value)),
        })
        return yield* Effect.catchTags(serveAcquirer({ ...options, isJson: json }), {
          ServeError: (error) => new Refused({ message: listenSentence(error, "--port") }),
          StorageUnavailable: (error) => new Refused({ message: storageSentence(error, "--database") }),
        })
      }),
    ),
).pipe(
  Command.withDescription(
    "Serve the simulated acquirer by the gateway protocol, as the service speaks it to VINTEM_GATEWAY_URL.\n\n" +
      "HOST is where it listens, VINTEM_GATEWAY_SECRET what both ends sign with (in a sandbox " +
      "vintem-sandbox-gateway-secret where unset).",
  ),
  Command.withShortDescription("Serve the simulated acquirer by itself"),
)

const portKind = wholeNumberKind(0, 65_535)

const given = <A>(flag: string, kind: ValueKind<A>, text: string): Effect.Effect<A, Refused> =>
  Option.match(kind.parse(text.trim()), {
    onNone: () => new Refused({ message: `${flag} must be ${kind.expected}.` }),
    onSome: Effect.succeed,
  })
