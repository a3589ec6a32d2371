/**
 * Asks before something is done, and says what will happen.
 */
import type { ComponentChildren } from "preact"
import type { Commanding } from "../ask/use-command.ts"
import { useWords } from "../state/language.ts"
import { Dialog } from "./dialog.tsx"
import { Failed } from "./said.tsx"

interface ConfirmProps {
  readonly title: string
  /** What will happen. */
  readonly says: string
  readonly verb: string
  readonly isDangerous?: boolean
  readonly command: Commanding
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

export const Confirm = (props: ConfirmProps) => {
  const words = useWords()
  const { isRunning } = props.command
  const close = (): void => {
    if (!isRunning) props.onClose()
  }
  return (
    <Dialog title={props.title} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          props.onConfirm()
        }}
      >
        <p>{props.says}</p>
        {props.children}
        <Failed failure={props.command.failure} />
        <div class="actions">
          <button type="submit" class={props.isDangerous === true ? "danger" : "main"} aria-disabled={isRunning}>
            {isRunning ? words.doing : props.verb}
          </button>
          <button type="button" data-first onClick={close}>
            {words.dontDo}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
