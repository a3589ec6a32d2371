/** The history of an object, in order. */
import type { ComponentChildren } from "preact"
import { useWords } from "../state/language.ts"

interface Happened {
  readonly sequence: number
  readonly at: string
}

interface TimelineProps<Event> {
  readonly events: ReadonlyArray<Event>
  readonly what: (event: Event) => ComponentChildren
  /** The status afterwards, in words; absent if events change none. */
  readonly status?: (event: Event) => string
}

export const Timeline = <Event extends Happened>({ events, status, what }: TimelineProps<Event>) => {
  const words = useWords()
  return (
    <section class="card">
      <h2>{words.order.timeline}</h2>
      <ol class="timeline">
        {events.map((event) => (
          <li key={event.sequence}>
            {what(event)}
            <br />
            <span class="soft">
              {words.second(event.at)}
              {status === undefined ? "" : ` · ${status(event)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
