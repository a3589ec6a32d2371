/**
 * The first and the last day of a range.
 */
import { useWords } from "../state/language.ts"
import { Field, useFault } from "./field.tsx"

interface DaysProps {
  /** `YYYY-MM-DD`; empty while none is chosen. */
  readonly from: string
  readonly to: string
  readonly onFrom: (day: string) => void
  readonly onTo: (day: string) => void
  /** Shown at the missing day, or at the last day if both are given. */
  readonly fault?: string | undefined
  /** True if both days are required. */
  readonly isRequired?: boolean
}

export const Days = ({ fault: raised, from, isRequired = false, onFrom, onTo, to }: DaysProps) => {
  const words = useWords()
  // The fault is about both days: changing either may correct it.
  const [fault, forget] = useFault(raised)
  const changed = (onDay: (day: string) => void) => (day: string) => {
    forget()
    onDay(day)
  }
  const [lacksFrom, lacksTo] = [isRequired && from === "", isRequired && to === ""]
  return (
    <>
      <Field
        label={words.order.from}
        type="date"
        value={from}
        onValue={changed(onFrom)}
        fault={lacksFrom ? fault : undefined}
        isRequired={isRequired}
      />
      <Field
        label={words.order.to}
        type="date"
        value={to}
        onValue={changed(onTo)}
        fault={lacksTo || !lacksFrom ? fault : undefined}
        isRequired={isRequired}
      />
    </>
  )
}

/** True unless the range ends before it begins. Either day may be missing. */
export const areInOrder = (from: string, to: string): boolean => from === "" || to === "" || from <= to
