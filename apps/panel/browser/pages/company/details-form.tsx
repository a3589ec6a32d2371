/**
 * A company's details, for operators to change: its name, its city, and if it takes single orders from cloud hosting.
 */
import type { PanelCompanyView } from "@vintem/contract"
import { defaultCity } from "@vintem/domain/company"
import { useState } from "preact/hooks"
import { companyWords } from "../../../src/text/company/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Choice, Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { Said } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface DetailsFormProps {
  readonly company: PanelCompanyView
  readonly onDone: () => void
}

/** The choices for single orders from cloud hosting, as requests send them: null leaves it to the service. */
const blocks = { usual: null, refused: true, taken: false } as const

const cloudOrdersOf = (isBlocked: boolean | null): keyof typeof blocks =>
  isBlocked === null ? "usual" : isBlocked ? "refused" : "taken"

export const DetailsForm = ({ company: shown, onDone }: DetailsFormProps) => {
  const words = useWords()
  const own = useWordsOf(companyWords)
  const { client, company } = usePanel()
  const command = useCommand()
  const [name, setName] = useState(shown.name)
  const [city, setCity] = useState(shown.city)
  const [cloudOrders, setCloudOrders] = useState(cloudOrdersOf(shown.block_cloud))
  const [isTried, setTried] = useState(false)
  const [isSaved, setSaved] = useState(false)
  // A request without a name keeps the name.
  const isNameless = name.trim() === ""
  const isNameWrong = (isTried && isNameless) || command.failure?.faults.has("name") === true
  const save = (): void => {
    setTried(true)
    setSaved(false)
    if (isNameless) {
      command.forget()
      return
    }
    command.run(
      () =>
        client.companies.update({
          params: { company },
          payload: { name, city: city.trim() === "" ? null : city, block_cloud: blocks[cloudOrders] },
        }),
      ({ data }) => {
        setName(data.name)
        setCity(data.city)
        setSaved(true)
        onDone()
      },
    )
  }
  return (
    <CommandForm class="card" command={command} verb={own.change.verb} onSubmit={save}>
      <h2>{own.change.title}</h2>
      <Field
        label={words.fields.name}
        value={name}
        onValue={setName}
        fault={isNameWrong ? own.nameWrong : undefined}
        isRequired
      />
      <Field
        label={words.settings.city}
        hint={own.cityHint(defaultCity)}
        value={city}
        onValue={setCity}
        fault={command.failure?.faults.has("city") === true ? own.cityWrong : undefined}
      />
      <Choice
        label={own.cloud}
        hint={own.cloudHint}
        value={cloudOrders}
        options={[
          ["usual", own.cloudOrders.usual],
          ["refused", own.cloudOrders.refused],
          ["taken", own.cloudOrders.taken],
        ]}
        onValue={setCloudOrders}
      />
      <Said>{isSaved ? words.settings.saved : ""}</Said>
    </CommandForm>
  )
}
