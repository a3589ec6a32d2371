/**
 * Shows if the page updates by itself. Reads changes of that aloud, and at most once a minute that something was
 * updated.
 */
import { instant, saoPauloTimestamp } from "@vintem/domain/calendar"
import { useRef } from "preact/hooks"
import { isLive } from "../ask/changes.ts"
import { lastUpdate } from "../ask/use-live.ts"
import { useWords } from "../state/language.ts"
import { useShared } from "../state/shared.ts"

export const LiveSign = () => {
  const words = useWords()
  const isOn = useShared(isLive)
  const updatedAt = useShared(lastUpdate)
  const wasOn = useRef(false)
  if (isOn) wasOn.current = true
  return (
    <>
      <span class="live">
        <span class={isOn ? "on now" : "on"}>{words.live.on}</span>
        <span class={isOn ? "" : "now"}>{words.live.off}</span>
      </span>
      <span class="unseen" role="status">
        {saidOf()}
      </span>
    </>
  )

  function saidOf(): string {
    if (!isOn) return wasOn.current ? words.live.off : ""
    return updatedAt === null ? "" : words.live.updated(saoPauloTimestamp(instant(updatedAt)).slice(11, 16))
  }
}
