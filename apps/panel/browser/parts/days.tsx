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
  /** Shown at what is missing, or at the last day if nothing is. */
  readonly fault?: string | undefined
  /** Whether a range without a beginning or an end is none. */
  readonly isRequired?: boolean
}

export const Days = ({ fault: raised, from, isRequired = false, onFrom, onTo, to }: DaysProps) => {
  const words = useWords()
  // It is about both: a change of either may correct it.
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

/** Whether a range that may lack either day does not end before it begins. */
export const areInOrder = (from: string, to: string): boolean => from === "" || to === "" || from <= to
