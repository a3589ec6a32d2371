/**
 * An input with its label above and its fault below. The fault is read aloud when it appears. It belongs to the sent
 * value: it disappears when the user changes the input, and returns if the form is sent again with the fault.
 */
import { type ComponentChildren, createContext } from "preact"
import { useContext, useId, useState } from "preact/hooks"
import { useWords } from "../state/language.ts"

/** How often the form around an input was sent. Null outside of a form. */
export const TimesSent = createContext<number | null>(null)

/** @returns the fault, until it is forgotten; it returns if the form is sent again */
export const useFault = (fault: string | undefined): readonly [shown: string | undefined, forget: () => void] => {
  const sent = useContext(TimesSent)
  const [forgottenAfter, setForgottenAfter] = useState<number | null>(null)
  const isForgotten = sent !== null && forgottenAfter === sent
  return [isForgotten ? undefined : fault, () => setForgottenAfter(sent)]
}

/** The kinds of text, with their HTML attributes. */
const inputTypes = {
  text: { type: "text" },
  email: { type: "email" },
  password: { type: "password" },
  search: { type: "search" },
  date: { type: "date" },
  url: { type: "url" },
} as const

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly type?: keyof typeof inputTypes
  /** The fault; none if absent. */
  readonly fault?: string | undefined
  readonly hint?: string | undefined
  readonly autocomplete?: string
  readonly inputMode?: "decimal" | "numeric"
  readonly isRequired?: boolean
  readonly isFirst?: boolean
}

export const Field = (props: FieldProps) => {
  const id = useId()
  const words = useWords()
  const [isUnreadable, setUnreadable] = useState(false)
  const [told, forget] = useFault(props.fault)
  const fault = isUnreadable ? words.dateWrong : told
  // A date that was begun and emptied again never had a value: the browser reports no input.
  const look = (event: { readonly currentTarget: HTMLInputElement }): void =>
    setUnreadable(isUnreadable && event.currentTarget.validity.badInput)
  return (
    <Labeled id={id} label={props.label} fault={fault} hint={props.hint}>
      <input
        id={id}
        {...inputTypes[props.type ?? "text"]}
        value={props.value}
        autocomplete={props.autocomplete ?? "off"}
        required={props.isRequired === true}
        data-first={props.isFirst === true ? "" : null}
        {...(props.inputMode === undefined ? {} : { inputMode: props.inputMode })}
        {...described(id, { hint: props.hint, fault })}
        onInvalid={() => setUnreadable(true)}
        onKeyUp={look}
        onBlur={look}
        onInput={(event) => {
          look(event)
          forget()
          props.onValue(event.currentTarget.value)
        }}
      />
    </Labeled>
  )
}

interface LongFieldProps extends Omit<FieldProps, "type" | "autocomplete" | "inputMode"> {
  readonly rows: number
}

/** A field with several lines. */
export const LongField = (props: LongFieldProps) => {
  const id = useId()
  const [fault, forget] = useFault(props.fault)
  return (
    <Labeled id={id} label={props.label} fault={fault} hint={props.hint}>
      <textarea
        id={id}
        rows={props.rows}
        value={props.value}
        required={props.isRequired === true}
        {...described(id, { hint: props.hint, fault })}
        onInput={(event) => {
          forget()
          props.onValue(event.currentTarget.value)
        }}
      />
    </Labeled>
  )
}

interface ChoiceProps<A extends string> {
  readonly label: string
  readonly value: A
  readonly options: ReadonlyArray<readonly [value: A, label: string]>
  readonly onValue: (value: A) => void
  readonly fault?: string | undefined
  readonly hint?: string | undefined
}

/** One choice among several. */
export const Choice = <A extends string>(props: ChoiceProps<A>) => {
  const id = useId()
  const [fault, forget] = useFault(props.fault)
  return (
    <Labeled id={id} label={props.label} fault={fault} hint={props.hint}>
      <select
        id={id}
        value={props.value}
        {...described(id, { hint: props.hint, fault })}
        onChange={(event) => {
          forget()
          const chosen = props.options.find(([value]) => value === event.currentTarget.value)
          if (chosen !== undefined) props.onValue(chosen[0])
        }}
      >
        {props.options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labeled>
  )
}

interface TickProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A checkbox. */
export const Tick = ({ isOn, label, onChange }: TickProps) => {
  const isWrong = useContext(AreTicksWrong)
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={isOn}
        {...(isWrong ? { "aria-invalid": "true" as const } : {})}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

interface TicksProps {
  readonly legend: string
  readonly fault?: string | undefined
  readonly children: ComponentChildren
}

/** Several checkboxes. A fault of the choice belongs to each. */
export const Ticks = ({ children, fault: raised, legend }: TicksProps) => {
  const id = useId()
  const [fault, forget] = useFault(raised)
  return (
    <fieldset onChange={forget} {...(fault === undefined ? {} : { "aria-describedby": `${id}-fault` })}>
      <legend>{legend}</legend>
      <AreTicksWrong value={fault !== undefined}>{children}</AreTicksWrong>
      <Fault id={`${id}-fault`}>{fault}</Fault>
    </fieldset>
  )
}

const AreTicksWrong = createContext(false)

interface LabeledProps {
  readonly id: string
  readonly label: string
  readonly fault: string | undefined
  readonly hint: string | undefined
  readonly children: ComponentChildren
}

const Labeled = ({ children, fault, hint, id, label }: LabeledProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {hint === undefined ? null : (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <Fault id={`${id}-fault`}>{fault}</Fault>
  </div>
)

interface FaultProps {
  readonly id: string
  /** None if nothing is wrong. */
  readonly children: string | undefined
}

const Fault = ({ children: sentence, id }: FaultProps) =>
  sentence === undefined ? null : (
    <p class="fault" id={id} role="alert">
      {sentence}
    </p>
  )

const described = (
  id: string,
  { fault, hint }: { readonly fault?: string | undefined; readonly hint?: string | undefined },
): { readonly "aria-describedby"?: string; readonly "aria-invalid"?: "true" } => {
  const by = [...(hint === undefined ? [] : [`${id}-hint`]), ...(fault === undefined ? [] : [`${id}-fault`])]
  return {
    ...(by.length === 0 ? {} : { "aria-describedby": by.join(" ") }),
    ...(fault === undefined ? {} : { "aria-invalid": "true" }),
  }
}
