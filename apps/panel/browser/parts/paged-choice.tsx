/** A choice from a list that the service returns page by page: newest first, earlier ones on request. */
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useAsked } from "../ask/use-asked.ts"
import { Choice } from "./field.tsx"

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly last_page: number }
}

interface PagedChoiceProps<A, E> {
  readonly label: string
  /** The chosen value; empty for none. */
  readonly chosen: string
  readonly onChoice: (value: string) => void
  readonly fault?: string | undefined
  /** The label for no choice. */
  readonly none: string
  /** True if the user can go back to no choice. */
  readonly isOptional: boolean
  /** The label of a chosen entry that is not among the shown ones. */
  readonly unlisted: string
  /** The text on the button for earlier entries. */
  readonly earlier: string
  readonly pageOf: (page: PageNumber) => Effect.Effect<Page<A>, E>
  /** The inputs of the list, as one text. */
  readonly about: string
  readonly optionOf: (entry: A) => readonly [value: string, label: string]
}

export const PagedChoice = <A, E>(props: PagedChoiceProps<A, E>) => {
  const { chosen, none, onChoice, pageOf } = props
  const [pages, setPages] = useState(1)
  const numbers = Array.from({ length: pages }, (_, index) => PageNumber.make(index + 1))
  const { asked } = useAsked(Effect.forEach(numbers, pageOf), `${props.about} ${pages}`)
  const found = asked._tag === "Answered" ? asked.value : []
  const options = found.flatMap(({ data }) => data.map(props.optionOf))
  const isListed = chosen === "" || options.some(([value]) => value === chosen)
  return (
    <div>
      <Choice
        label={props.label}
        value={chosen}
        options={[
          ...(props.isOptional || chosen === "" ? [["", none] as const] : []),
          ...(isListed ? [] : [[chosen, props.unlisted] as const]),
          ...options,
        ]}
        onValue={onChoice}
        fault={props.fault}
      />
      {pages < (found.at(-1)?.meta.last_page ?? 1) ? (
        <button type="button" class="plain" onClick={() => setPages(pages + 1)}>
          {props.earlier}
        </button>
      ) : null}
    </div>
  )
}
