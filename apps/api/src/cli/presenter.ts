/**
 * Where help goes. Help that was asked for is the output of the command and goes to standard output. Help that explains a mistake goes
 * to standard error, with the mistake: standard output may be a file that another program reads.
 */
import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"

export const presenter = CliOutput.layerPresenter({
  present: Effect.fnUntraced(function* (event) {
    if (event._tag === "Version" || (event._tag === "Help" && event.reason === "Requested")) {
      return yield* CliOutput.defaultPresenter.present(event)
    }
    const formatter = yield* CliOutput.Formatter
    yield* Console.error(formatter.formatHelpDoc(event.helpDoc))
    if (event._tag === "InvalidInvocation") yield* Console.error(formatter.formatErrors(event.errors))
  }),
})
