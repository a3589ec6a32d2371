/**
 * `vintem acquirer`: the simulated acquirer as a server of its own.
 */
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { serveAcquirer } from "../acquirer/serve-acquirer.ts"
import { databaseLocationKind } from "../configuration/database-location.ts"
import { baseUrlKind, type ValueKind, wholeNumberKind } from "../configuration/value-kind.ts"
import { configured } from "../configured.ts"
import { Refused } from "../failures/outcome.ts"
import { listenSentence, storageSentence } from "../failures/sentences.ts"
import { jsonFlag } from "../output.ts"

export const acquirer = Command.make(
  "acquirer",
  {
    port: Flag.String("port").pipe(
      Flag.withDescription("Port to listen on; 0 picks a free one"),
      Flag.withDefault("3001"),
    ),
    database: Flag.String("database").pipe(
      Flag.withDescription("Folder or database for its books"),
      Flag.withDefault("sqlite:./data/acquirer.db"),
    ),
    notify: Flag.String("notify").pipe(
      Flag.withDescription(
        "URL that receives notifications about charges, such as http://127.0.0.1:3000/gateway/v1/notifications",
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
    "Serve the simulated acquirer over the gateway protocol, for a service whose VINTEM_GATEWAY_URL points to it.\n\n" +
      "It listens on HOST, and both ends sign with VINTEM_GATEWAY_SECRET (in a sandbox " +
      "vintem-sandbox-gateway-secret if unset).",
  ),
  Command.withShortDescription("Serve the simulated acquirer as its own process"),
)

const portKind = wholeNumberKind(0, 65_535)

const given = <A>(flag: string, kind: ValueKind<A>, text: string): Effect.Effect<A, Refused> =>
  Option.match(kind.parse(text.trim()), {
    onNone: () => new Refused({ message: `${flag} must be ${kind.expected}.` }),
    onSome: Effect.succeed,
  })
