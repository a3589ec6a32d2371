/** The batches that a sheet will make, and how much of them is made already. */
import { companyPaths, pathTo } from "../../../src/paths.ts"
import type { MadeBatch, PlannedBatch } from "../../../src/sheet/plan.ts"
import { batchWords } from "../../../src/text/batches/words.ts"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface PlannedBatchesProps {
  readonly plan: ReadonlyArray<PlannedBatch>
}

export const PlannedBatches = ({ plan }: PlannedBatchesProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  if (plan.length === 0) return null
  const created = plan.filter(({ token }) => token === null).length
  return (
    <>
      <h3>{own.plan.title}</h3>
      {created > 1 ? <p>{own.plan.several(created)}</p> : null}
      <ul>
        {plan.map(({ count, lastDay }) => (
          <li key={lastDay ?? ""}>{own.plan.batch(count, lastDay === null ? null : words.day(lastDay))}</li>
        ))}
      </ul>
    </>
  )
}

interface MadeBatchesProps {
  readonly made: ReadonlyArray<MadeBatch>
  /** Batches that are still being sent show no result. */
  readonly isRunning: boolean
}

export const MadeBatches = ({ isRunning, made }: MadeBatchesProps) => {
  const words = useWords()
  const own = useWordsOf(batchWords)
  const { company } = usePanel()
  if (isRunning) return null
  return (
    <div class="notice" role="alert">
      <p>{own.plan.rest}</p>
      <ul>
        {made.map(({ lastDay, lines, token }) => (
          <li key={token}>
            <a href={pathTo(companyPaths.batch, { company, token })}>
              {own.plan.made(lines.length, lastDay === null ? null : words.day(lastDay))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
