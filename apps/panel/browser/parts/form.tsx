/**
 * A form. What is wrong with it is said at its fields, and above its buttons if no field says it; the focus goes to the first field that is
 * wrong, and nothing that was typed is lost.
 */
import type { ComponentChildren, RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Commanding } from "../ask/use-command.ts"
import { useWords } from "../state/language.ts"
import { TimesSent } from "./field.tsx"
import { Failed } from "./said.tsx"

interface CommandFormProps {
  readonly command: Commanding
  /** On the button that sends it. */
  readonly verb: string
  readonly onSubmit: () => void
  readonly children?: ComponentChildren
  readonly class?: string
  readonly isDangerous?: boolean
  /** Why it was refused, if the page knows more than the failure tells. */
  readonly refused?: string | undefined
  /** The page that shows what it has done, if that is another one. */
  readonly look?: string | undefined
  /** What else can be done, beside the button. */
  readonly others?: ComponentChildren
}

/** What it sends is done by a command. */
export const CommandForm = (props: CommandFormProps) => {
  const words = useWords()
  const { failure, isRunning } = props.command
  const { form, isAtField, tried, tries } = useFirstFault(isRunning)
  return (
    <form class={props.class ?? ""} ref={form} noValidate onSubmit={sent(props.onSubmit, tried)}>
      <TimesSent value={tries}>{props.children}</TimesSent>
      <Failed failure={isAtField ? null : failure} says={props.refused} look={props.look} />
      <div class="actions">
        <button type="submit" class={props.isDangerous === true ? "danger" : "main"} aria-disabled={isRunning}>
          {isRunning ? words.doing : props.verb}
        </button>
        {props.others}
      </div>
    </form>
  )
}

interface FilterFormProps {
  readonly verb: string
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** What it sends decides what the page shows. */
export const FilterForm = ({ children, onSubmit, verb }: FilterFormProps) => {
  const { form, tried, tries } = useFirstFault(false)
  return (
    <form class="row filters" ref={form} noValidate onSubmit={sent(onSubmit, tried)}>
      <TimesSent value={tries}>{children}</TimesSent>
      <button type="submit" class="main beside">
        {verb}
      </button>
    </form>
  )
}

const sent =
  (onSubmit: () => void, tried: () => void) =>
  (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault()
    tried()
    if (!hasUnreadable(event.currentTarget)) onSubmit()
  }

/**
 * Whether a field holds what the browser cannot read: a date that is not complete, or does not exist. Its value would be sent as an empty one.
 * Each such field is told, and says so.
 */
const hasUnreadable = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll("input")].filter((input) => input.validity.badInput && !input.checkValidity()).length > 0

interface FirstFault {
  readonly form: RefObject<HTMLFormElement | null>
  /** Whether a field shows what was wrong the last time. */
  readonly isAtField: boolean
  readonly tried: () => void
  /** How often the form was tried. */
  readonly tries: number
}

/** Looks for the first fault once it is known what came of a try. */
const useFirstFault = (isRunning: boolean): FirstFault => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const [isAtField, setAtField] = useState(true)
  const looked = useRef(0)
  useEffect(() => {
    if (isRunning || looked.current === tries) return
    looked.current = tries
    const first = form.current?.querySelector<HTMLElement>("[aria-invalid]") ?? null
    first?.focus()
    setAtField(first !== null)
  }, [isRunning, tries])
  const tried = (): void => {
    // Until it is known, nothing is said above the buttons: it would be read aloud.
    setAtField(true)
    setTries((before) => before + 1)
  }
  return { form, isAtField, tried, tries }
}
