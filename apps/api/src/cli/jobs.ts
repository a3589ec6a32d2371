/** `vintem jobs`: background work that the service gave up, and retrying it. */
import { retryDeadJob } from "@vintem/application"
import { deadJobView } from "@vintem/contract"
import { saoPauloTimestamp } from "@vintem/domain/calendar"
import { JobId, JobQueue, perPage } from "@vintem/domain/ports"
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { Refused } from "../failures/outcome.ts"
import { jsonFlag, print } from "../output.ts"
import { pageFlag, pageGiven } from "./page-flag.ts"
import { refusedWhileOff } from "./webhook-off.ts"
import { wholeNumberArgument } from "./whole-number.ts"
import { withStorage } from "./with-storage.ts"

const dead = Command.make("dead", { page: pageFlag, json: jsonFlag }, ({ page, json }) =>
  withStorage(
    Effect.gen(function* () {
      const queue = yield* JobQueue
      const { entries, total } = yield* queue.dead({ page: yield* pageGiven(page), size: perPage })
      yield* print(json, { data: entries.map(deadJobView), total }, () => [
        ...entries.map(({ id, name, diedAt, reason }) => [id, saoPauloTimestamp(diedAt), name, reason].join("\t")),
        `${entries.length} of ${total}`,
      ])
    }),
  ),
).pipe(Command.withDescription("List work that was given up, latest first"))

const retry = Command.make(
  "retry",
  { id: wholeNumberArgument("id").pipe(Argument.withDescription("Id of the job")), json: jsonFlag },
  ({ id, json }) =>
    withStorage(
      Effect.gen(function* () {
        if (id < 1 || !(yield* Effect.catchTags(retryDeadJob(JobId.make(id)), refusedWhileOff)))
          return yield* noDeadJob(id)
        yield* print(json, { id, retried: true }, () => [`The next worker will run job ${id} again.`])
      }),
    ),
).pipe(Command.withDescription("Run work that was given up again, at once"))

const noDeadJob = (id: number) =>
  new Refused({
    message: `There is no dead job ${id}, or its work is already queued. List dead jobs with: vintem jobs dead`,
  })

export const jobs = Command.make("jobs").pipe(
  Command.withDescription("Background work that was given up"),
  Command.withSubcommands([dead, retry]),
)
