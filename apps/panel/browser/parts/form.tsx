/**
 * A form. Faults show at their fields, or above the buttons if they have no field. The focus goes to the first wrong
 * field, and typed values stay.
 */
import type { ComponentChildren, RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Commanding } from "../ask/use-command.ts"
import { useWords } from "../state/language.ts"
import { TimesSent } from "./field.tsx"
import { Failed } from "./said.tsx"

interface CommandFormProps {
  readonly command: Commanding
  /** The text on the button that sends it. */
  readonly verb: string
  readonly onSubmit: () => void
  readonly children?: ComponentChildren
  readonly class?: string
  readonly isDangerous?: boolean
  /** The reason of the refusal, if the page knows more than the failure says. */
  readonly refused?: string | undefined
  /** The page that may show what was done already, if it is another page. */
  readonly look?: string | undefined
  /** Other actions next to the button. */
  readonly others?: ComponentChildren
}

/** A form that runs a command. */
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

/** A form that decides what the page shows. */
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
 * True if a field holds a value that the browser cannot read: a date that is incomplete, or does not exist. It would be
 * sent as empty. Marks each such field, which then shows it.
 */
const hasUnreadable = (form: HTMLFormElement): boolean =>
  [...form.querySelectorAll("input")].filter((input) => input.validity.badInput && !input.checkValidity()).length > 0

interface FirstFault {
  readonly form: RefObject<HTMLFormElement | null>
  /** True if a field showed the last fault. */
  readonly isAtField: boolean
  readonly tried: () => void
  /** How often the form was tried. */
  readonly tries: number
}

/** Looks for the first fault once a try has ended. */
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
    // Until the try ends, nothing is shown above the buttons: it would be read aloud.
    setAtField(true)
    setTries((before) => before + 1)
  }
  return { form, isAtField, tried, tries }
}
