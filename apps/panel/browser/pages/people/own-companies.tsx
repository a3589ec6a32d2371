/** The user's own companies, and leaving one of them. */
import type { MeView } from "@vintem/contract"
import { useEffect, useState } from "preact/hooks"
import { ownPaths } from "../../../src/paths.ts"
import { peopleWords } from "../../../src/text/people/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Confirm } from "../../parts/confirm.tsx"
import { Said } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { shared, useShared } from "../../state/shared.ts"

type OwnCompany = MeView["companies"][number]

/** The name of the company that was left last. Shared, because leaving the company in the frame opens another page. */
const left = shared("")

/** Names the company that the user has left, while the page is shown. */
export const Left = () => {
  const { leave } = useWordsOf(peopleWords).own
  const name = useShared(left)
  useEffect(
    () => () => {
      if (location.pathname !== ownPaths.account) left.set("")
    },
    [],
  )
  return <Said>{name === "" ? "" : leave.done(name)}</Said>
}

export const OwnCompanies = () => {
  const words = useWords()
  const { leave, title } = useWordsOf(peopleWords).own
  const {
    me: { companies },
  } = usePanel()
  const [chosen, setChosen] = useState<OwnCompany | null>(null)
  if (companies.length === 0) return null
  return (
    <section class="card">
      <h2>{title}</h2>
      <Table
        label={title}
        keyOf={({ id }) => id}
        rows={companies}
        columns={[
          { title: words.shell.company, cell: ({ name }) => name },
          { title: words.fields.role, cell: ({ role }) => words.roles[role] },
          {
            title: words.link.change,
            cell: (company) => (
              <button
                type="button"
                class="danger"
                aria-label={`${leave.verb}: ${company.name}`}
                onClick={() => setChosen(company)}
              >
                {leave.verb}
              </button>
            ),
          },
        ]}
        empty={null}
      />
      {chosen === null ? null : <Leave company={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

interface LeaveProps {
  readonly company: OwnCompany
  readonly onClose: () => void
}

const Leave = ({ company: { id, name }, onClose }: LeaveProps) => {
  const { gone, lastOwner, says, verb } = useWordsOf(peopleWords).own.leave
  const { client, onChange } = usePanel()
  const command = useCommand()
  const { failure } = command
  const refused = failure?.kind === "notFound" ? gone : failure?.faults.has("role") === true ? lastOwner : undefined
  return (
    <Confirm
      title={`${verb}: ${name}`}
      says={says(name)}
      verb={verb}
      isDangerous
      refused={refused}
      command={command}
      onConfirm={() =>
        command.run(
          () => client.members.leave({ params: { company: String(id) } }),
          () => {
            left.set(name)
            onClose()
            onChange()
          },
        )
      }
      onClose={() => {
        onClose()
        // The user may have lost that role already.
        if (failure !== null) onChange()
      }}
    />
  )
}
