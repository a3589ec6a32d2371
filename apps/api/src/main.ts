/** The start of the process: turns arguments into an exit status (see cli/exit-statuses.ts). */
import "effect/schema/SchemaJITCompiler/enable"
import { constants, setPriority } from "node:os"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Cause, Effect, Exit } from "effect"
import { exitStatus } from "./cli/exit-status.ts"
import { exitStatuses } from "./cli/exit-statuses.ts"
import { outputSentence } from "./failures/sentences.ts"

const program = Effect.provide(exitStatus(process.argv.slice(2)), NodeServices.layer)

// A copy may take long: the service has priority.
if (process.argv[2] === "backup") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

/** The commands that run until they are stopped. */
const servers = ["serve", "acquirer"]

const done = exitStatuses.done.status
const refused = exitStatuses.refused.status

const isServer = process.argv.some((word) => servers.includes(word))

/** `console.log` hides these faults: a key that is shown once would be lost under status 0. */
const outputFaults: Array<Error> = []
process.stdout.on("error", (fault) => outputFaults.push(fault))

NodeRuntime.runMain(program, {
  disableErrorReporting: true,
  teardown: (exit, onExit) => {
    if (Exit.isSuccess(exit)) {
      const status = typeof exit.value === "number" ? exit.value : done
      // A fault of the last line is emitted a moment later.
      setImmediate(() => {
        const [fault] = outputFaults
        if (fault === undefined || status !== done || isServer) return onExit(status)
        process.stderr.write(`${outputSentence(fault)}\n`)
        onExit(refused)
      })
      return
    }
    // Stopped by a signal: a server has finished the requests in flight; another command has not finished its work.
    if (Cause.hasInterruptsOnly(exit.cause)) return onExit(isServer ? done : refused)
    process.stderr.write(`${Cause.pretty(exit.cause)}\n`)
    return onExit(refused)
  },
})
