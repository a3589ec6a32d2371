/** A bar above every page of a sandbox: it shows the sandbox's time, and moves its clock forward. */
import { panelOperations } from "@vintem/contract"
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { useEffect, useState } from "preact/hooks"
import { sandboxWords } from "../../src/text/sandbox/words.ts"
import { useCommand } from "../ask/use-command.ts"
import { Allowed } from "../parts/allowed.tsx"
import { Confirm } from "../parts/confirm.tsx"
import { usePanel } from "../shell/panel-context.ts"
import { useWords, useWordsOf } from "../state/language.ts"
import { useShared } from "../state/shared.ts"
import { isSandbox, readSandboxTime, sandboxTime } from "./sandbox-clock.ts"

const seconds = { hour: 3_600, day: 86_400, month: 30 * 86_400 } as const
const spans = ["hour", "day", "month"] as const

type Span = (typeof spans)[number]

/** @param onTurn - called when the clock was moved: all shown data may be outdated */
export const SandboxBar = ({ onTurn }: { readonly onTurn: () => void }) => {
  const words = useWords()
  const own = useWordsOf(sandboxWords)
  const { client, company } = usePanel()
  const now = useShared(sandboxTime)
  const isShown = isSandbox && company !== ""
  const command = useCommand(false)
  const [chosen, setChosen] = useState<Span | null>(null)
  const [said, setSaid] = useState("")
  useEffect(() => {
    if (!isShown) return
    const fiber = Effect.runFork(readSandboxTime(client, company))
    return () => void Effect.runFork(Fiber.interrupt(fiber))
  }, [client, company, isShown])
  if (!isShown) return null
  const turn = (span: Span): void =>
    command.run(
      () => client.sandboxClock.advance({ params: { company }, payload: { seconds: seconds[span] } }),
      ({ data }) => {
        sandboxTime.set(data.now)
        setChosen(null)
        setSaid(own.turned)
        onTurn()
      },
    )
  return (
    <aside class="sandbox" aria-label={own.name}>
      <p>
        <strong>{own.name}</strong>: {own.says}{" "}
        <span class={now === null ? "unknown" : ""}>
          {own.now(words.minute(saoPauloTimestamp(instant(Date.parse(now ?? anyTime)))))}
        </span>
      </p>
      <Allowed to={panelOperations.sandboxClock.advance}>
        <div class="actions">
          {spans.map((span) => (
            <button key={span} type="button" onClick={() => setChosen(span)}>
              {own.turn[span]}
            </button>
          ))}
        </div>
      </Allowed>
      <p role="status" class={said === "" ? "unseen" : ""}>
        {said}
      </p>
      {chosen === null ? null : (
        <Confirm
          title={own.turn[chosen]}
          says={own.turnSays[chosen]}
          verb={own.turn[chosen]}
          command={command}
          onConfirm={() => turn(chosen)}
          onClose={() => setChosen(null)}
        >
          {chosen === "hour" ? null : <p>{own.signOut}</p>}
        </Confirm>
      )}
    </aside>
  )
}

/** A time of the full width. It reserves the space while the time is unknown. */
const anyTime = "2026-01-01T12:00:00Z"
