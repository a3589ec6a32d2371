/** The texts of a page that waits, and of a request that succeeded or failed. */
import type { ComponentChildren } from "preact"
import { type Failure, sentenceOf } from "../ask/failure.ts"
import type { Asking } from "../ask/use-asked.ts"
import { useWords } from "../state/language.ts"

interface FailedProps {
  readonly failure: Failure | null
  /** Replaces the failure's own sentence. */
  readonly says?: string | undefined
  /** The page that may show what was done already. */
  readonly look?: string | undefined
}

/** A failure, read aloud at once; nothing if there is none. */
export const Failed = ({ failure, look, says }: FailedProps) => {
  const words = useWords()
  return (
    <div role="alert" class={failure === null ? "" : "notice bad"}>
      {failure === null ? null : <p>{says ?? sentenceOf(failure, words)}</p>}
      {failure?.kind === "mayBeDone" ? (
        <a href={look ?? location.pathname} target="_blank" rel="noopener">
          {words.look}
        </a>
      ) : null}
    </div>
  )
}

interface SaidProps {
  /** Empty if nothing was done yet. */
  readonly children: string
}

/** A success. Screen readers read it aloud; it is invisible. */
export const Said = ({ children: sentence }: SaidProps) => (
  <p role="status" class={sentence === "" ? "unseen" : "notice good"}>
    {sentence}
  </p>
)

interface AnsweredProps<A> extends Asking<A> {
  readonly children: (value: A) => ComponentChildren
}

/** The answer to a question, once it is there. */
export const Answered = <A,>({ again, asked, children }: AnsweredProps<A>) => {
  const words = useWords()
  switch (asked._tag) {
    case "Waiting":
      return (
        <p class="waiting" role="status">
          {words.waiting}
        </p>
      )
    case "Failed":
      return (
        <div class="notice bad" role="alert">
          <p>{sentenceOf(asked.failure, words)}</p>
          <button type="button" onClick={again}>
            {words.tryAgain}
          </button>
        </div>
      )
    case "Answered":
      return <div aria-busy={asked.isOld}>{children(asked.value)}</div>
  }
}
