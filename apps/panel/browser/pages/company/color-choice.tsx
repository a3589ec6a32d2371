/** The color of the payers' pages: typed or chosen, with a preview. */
import { HexColor } from "@vintem/domain/company"
import { onColor } from "@vintem/pay/on-color"
import * as Schema from "effect/Schema"
import { Field } from "../../parts/field.tsx"
import { useWords } from "../../state/language.ts"

const isColor = Schema.is(HexColor)

interface ColorSampleProps {
  /** The typed text; an invalid color shows nothing. */
  readonly color: string
  /** The seller's name on the page. */
  readonly name: string
}

/** A small preview of the page. The text on the color is black or white, whichever is easier to read. */
export const ColorSample = ({ color, name }: ColorSampleProps) => {
  const words = useWords()
  const typed = color.trim()
  if (!isColor(typed)) return null
  return (
    <figure class="color-sample">
      <figcaption>{words.settings.colorSample}</figcaption>
      <div style={{ backgroundColor: typed, color: onColor(typed.slice(1)) }}>
        <p>{name}</p>
        <div />
      </div>
    </figure>
  )
}

interface ColorChoiceProps extends ColorSampleProps {
  readonly onColor: (color: string) => void
  readonly fault: string | undefined
}

export const ColorChoice = ({ color, fault, name, onColor: choose }: ColorChoiceProps) => {
  const words = useWords()
  return (
    <>
      <div class="row color">
        <Field
          label={words.settings.color}
          hint={words.settings.colorHint}
          value={color}
          onValue={choose}
          fault={fault}
        />
        <input
          type="color"
          class="beside"
          aria-label={words.settings.pickColor}
          value={sixDigits(color.trim())}
          onInput={(event) => choose(event.currentTarget.value)}
        />
      </div>
      <ColorSample color={color} name={name} />
    </>
  )
}

/** The color in the form that the browser's color field takes; black if there is none yet. */
const sixDigits = (color: string): string => {
  if (!isColor(color)) return "#000000"
  return color.length === 4 ? color.replaceAll(/[0-9a-f]/giu, "$&$&") : color
}
