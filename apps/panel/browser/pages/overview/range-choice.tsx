/** Chooses the days of the overview. The choice is in the address. */
import { LocalDate } from "@vintem/domain/calendar"
import * as Schema from "effect/Schema"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { dayRanges, type OverviewRange, queryFor, rangeIn } from "../../../src/overview-range.ts"
import { Days } from "../../parts/days.tsx"
import { FilterForm } from "../../parts/form.tsx"
import { addressWith } from "../../parts/pager.tsx"
import { useWords } from "../../state/language.ts"

interface RangeChoiceProps {
  readonly chosen: OverviewRange
  /** The first shown day. */
  readonly from: string
  readonly to: string
}

export const RangeChoice = ({ chosen, from, to }: RangeChoiceProps) => {
  const words = useWords()
  const { path, route } = useLocation()
  const [own, setOwn] = useState({ from, to })
  const [isWrong, setWrong] = useState(false)
  const ranges: ReadonlyArray<readonly [OverviewRange, string]> = [
    ...dayRanges.map((days): readonly [OverviewRange, string] => [
      { _tag: "days", days },
      words.overview.lastDays(days),
    ]),
    [{ _tag: "month" }, words.overview.month],
  ]
  return (
    <div class="ranges">
      <nav aria-label={words.overview.period}>
        {ranges.map(([range, name]) => {
          const query = queryFor(range)
          return (
            <a
              key={name}
              class="button"
              href={addressWith(path, query)}
              aria-current={JSON.stringify(query) === JSON.stringify(queryFor(chosen)) ? "true" : undefined}
            >
              {name}
            </a>
          )
        })}
      </nav>
      <FilterForm
        verb={words.overview.show}
        onSubmit={() => {
          const isRight = isDate(own.from) && isDate(own.to) && rangeIn(own)._tag === "own"
          setWrong(!isRight)
          if (isRight) route(addressWith(path, own))
        }}
      >
        <Days
          from={own.from}
          to={own.to}
          onFrom={(from) => setOwn((before) => ({ ...before, from }))}
          onTo={(to) => setOwn((before) => ({ ...before, to }))}
          fault={isWrong ? words.overview.wrongDays : undefined}
          isRequired
        />
      </FilterForm>
    </div>
  )
}

const isDate = Schema.is(LocalDate)
