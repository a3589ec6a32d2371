/**
 * Asks before something is done, and says what will happen.
 */
import type { ComponentChildren } from "preact"
import type { Commanding } from "../ask/use-command.ts"
import { useWords } from "../state/language.ts"
import { Dialog } from "./dialog.tsx"
import { CommandForm } from "./form.tsx"

interface ConfirmProps {
  readonly title: string
  /** The text on what will happen. */
  readonly says: string
  readonly verb: string
  readonly isDangerous?: boolean
  /** The reason of the refusal, if the page knows more than the failure says. */
  readonly refused?: string | undefined
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
      <CommandForm
        command={props.command}
        verb={props.verb}
        isDangerous={props.isDangerous === true}
        refused={props.refused}
        onSubmit={props.onConfirm}
        others={
          <button type="button" data-first onClick={close}>
            {words.dontDo}
          </button>
        }
      >
        <p>{props.says}</p>
        {props.children}
      </CommandForm>
    </Dialog>
  )
}
