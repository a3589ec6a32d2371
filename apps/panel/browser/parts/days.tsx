/**
 * The first and the last day of a range.
 */
import { useWords } from "../state/language.ts"
import { Field } from "./field.tsx"

interface DaysProps {
  /** `YYYY-MM-DD`; empty while none is chosen. */
  readonly from: string
  readonly to: string
  readonly onFrom: (day: string) => void
  readonly onTo: (day: string) => void
  /** Shown at what is missing, or at the last day where nothing is. */
  readonly fault?: string | undefined
  /** Whether a range without a beginning or an end is none. */
  readonly isRequired?: boolean
}

export const Days = ({ fault, from, isRequired = false, onFrom, onTo, to }: DaysProps) => {
  const words = useWords()
  const [lacksFrom, lacksTo] = [isRequired && from === "", isRequired && to === ""]
  return (
    <>
      <Field
        label={words.order.from}
        type="date"
        value={from}
        onValue={onFrom}
        fault={lacksFrom ? fault : undefined}
        isRequired={isRequired}
      />
      <Field
        label={words.order.to}
        type="date"
        value={to}
        onValue={onTo}
        fault={lacksTo || !lacksFrom ? fault : undefined}
        isRequired={isRequired}
      />
    </>
  )
}

/** Whether a range that may lack either day does not end before it begins. */
export const areInOrder = (from: string, to: string): boolean => from === "" || to === "" || from <= to
