/** A question that has to be answered first: the page behind it cannot be reached, and Escape cancels. */
import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef } from "preact/hooks"

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  /** Called for Escape. Absent if the dialog cannot be closed so. */
  readonly onClose?: () => void
  readonly class?: string
}

export const Dialog = ({ children, onClose, title, class: name }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Runs before the next frame: until the dialog is shown, a second press would reach the page behind it.
  useLayoutEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    shown?.querySelector<HTMLElement>("[data-first]")?.focus()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={name ?? "dialog"}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
