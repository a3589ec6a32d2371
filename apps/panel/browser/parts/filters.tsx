/**
 * The filters of a list, with a range of days. They are in the address, so that a link keeps them and Back restores
 * them.
 */
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { useWords } from "../state/language.ts"
import { areInOrder, Days } from "./days.tsx"
import { FilterForm } from "./form.tsx"
import { addressWith } from "./pager.tsx"

export type Query = Readonly<Record<string, string>>

/** The filled-in values by their address names, and a way to change one. */
interface Filtering {
  readonly typed: Query
  readonly set: (name: string) => (value: string) => void
}

interface FiltersProps {
  /** The address's query. Give the filters of another address another `key`. */
  readonly query: Query
  /** Shown before the days. */
  readonly children: (filtering: Filtering) => ComponentChildren
}

export const Filters = ({ children, query }: FiltersProps) => {
  const words = useWords()
  const { path, route } = useLocation()
  const [typed, setTyped] = useState<Query>(query)
  const [isWrong, setWrong] = useState(false)
  const set: Filtering["set"] = (name) => (value) => setTyped((before) => ({ ...before, [name]: value }))
  const { from = "", to = "" } = typed
  const narrow = (): void => {
    const isRight = areInOrder(from, to)
    setWrong(!isRight)
    if (isRight) route(addressWith(path, { ...typed, page: "1" }))
  }
  return (
    <search>
      <FilterForm verb={words.order.find} onSubmit={narrow}>
        {children({ typed, set })}
        <Days
          from={from}
          to={to}
          onFrom={set("from")}
          onTo={set("to")}
          fault={isWrong ? words.order.daysWrong : undefined}
        />
      </FilterForm>
    </search>
  )
}
