/** Makes a company, and leads to inviting its owner: until then nobody can sign in to it. */
import { defaultCity } from "@vintem/domain/company"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { companyWords } from "../../../src/text/company/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Confirm } from "../../parts/confirm.tsx"
import { Field } from "../../parts/field.tsx"
import { addressWith } from "../../parts/pager.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

export const NewCompany = ({ onClose }: { readonly onClose: () => void }) => {
  const words = useWords()
  const own = useWordsOf(companyWords)
  const { client } = usePanel()
  const { route } = useLocation()
  const command = useCommand()
  const [name, setName] = useState("")
  const [document, setDocument] = useState("")
  const [city, setCity] = useState("")
  const [logo, setLogo] = useState("")
  const faultOf = (field: string, says: string): string | undefined =>
    command.failure?.faults.has(field) === true ? says : undefined
  const confirm = (): void =>
    command.run(
      (key) =>
        client.companies.create({
          headers: { "idempotency-key": key },
          payload: { name, document, city, logo_url: logo }, // blank means absent
        }),
      ({ data }) => route(addressWith(pathTo(companyPaths.members, { company: data.id }), { role: "owner" })),
    )
  return (
    <Confirm
      title={own.make.verb}
      says={own.make.says}
      verb={own.make.verb}
      command={command}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        label={words.fields.name}
        value={name}
        onValue={setName}
        fault={faultOf("name", own.nameWrong)}
        isRequired
        isFirst
      />
      <Field
        label={words.fields.taxvat}
        hint={own.documentHint}
        value={document}
        onValue={setDocument}
        fault={faultOf("document", own.documentWrong)}
      />
      <Field
        label={words.settings.city}
        hint={own.cityHint(defaultCity)}
        value={city}
        onValue={setCity}
        fault={faultOf("city", own.cityWrong)}
      />
      <Field
        label={words.settings.logo}
        hint={words.settings.logoHint}
        type="url"
        value={logo}
        onValue={setLogo}
        fault={faultOf("logo_url", words.settings.wrong)}
      />
    </Confirm>
  )
}
