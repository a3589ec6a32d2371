/**
 * A company's fees, for operators to change: each as a percentage and an amount, and the smallest installment. Faults
 * show at their fields.
 */
import type { PanelCompanyView } from "@vintem/contract"
import { FeeTerms } from "@vintem/domain/fees"
import { MinimumInstallment } from "@vintem/domain/installments"
import { forEachIssuedMethod, issuedMethods, methodRules } from "@vintem/domain/method"
import * as Schema from "effect/Schema"
import { useState } from "preact/hooks"
import { type DecimalMark, readReais, typedReais } from "../../../src/reais.ts"
import { companyWords } from "../../../src/text/company/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { Said } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface FeesFormProps {
  readonly company: PanelCompanyView
  readonly onDone: () => void
}

/** Typed texts by field name. */
type Typed = Readonly<Record<string, string>>

/** A fee's rule judges whole hundredths: basis points of a percentage, centavos of an amount. */
const readWhere =
  (isAllowed: (hundredths: number) => boolean) =>
  (text = "", decimalMark: DecimalMark): number | null => {
    const read = readReais(text, decimalMark)
    return read !== null && isAllowed(Math.round(read * 100)) ? read : null
  }

const percentIn = readWhere(Schema.is(FeeTerms.fields.percent))
const fixedIn = readWhere(Schema.is(FeeTerms.fields.fixed))
const minimumIn = readWhere(Schema.is(MinimumInstallment))

export const FeesForm = ({ company: { fees, minimum_installment: minimum }, onDone }: FeesFormProps) => {
  const words = useWords()
  const own = useWordsOf(companyWords)
  const { client, company } = usePanel()
  const command = useCommand()
  const rows = [
    ...issuedMethods.map((method) => ({
      name: method,
      title: methodRules[method].title[words.language],
      terms: fees[method],
    })),
    ...fees.credit.map((terms) => ({
      name: `credit ${terms.up_to}`,
      title: words.settings.creditUpTo(terms.up_to),
      terms,
    })),
  ]
  // The mark of the language at the start: the typed amounts stay correct if the language changes.
  const [decimalMark] = useState(words.decimalMark)
  const shown = (amount: number): string => typedReais(amount, decimalMark)
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries([
      ...rows.flatMap(({ name, terms }) => [
        [`${name} percent`, shown(terms.percent)],
        [`${name} fixed`, shown(terms.fixed)],
      ]),
      ["interest", shown(fees.interest_percent)],
      ["minimum", minimum === null ? "" : shown(minimum)],
    ]),
  )
  const [isTried, setTried] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const read = (readFee: typeof percentIn, name: string) => readFee(typed[name], decimalMark)
  const termsOf = (name: string) => {
    const [percent, fixed] = [read(percentIn, `${name} percent`), read(fixedIn, `${name} fixed`)]
    return percent === null || fixed === null ? null : { percent, fixed }
  }
  const typedMinimum = typed["minimum"]?.trim() ?? ""
  const minimum_installment = minimumIn(typedMinimum, decimalMark)
  const isMinimumWrong = typedMinimum !== "" && minimum_installment === null
  const save = (): void => {
    setTried(true)
    setSaved(false)
    const interest_percent = read(percentIn, "interest")
    const issued = forEachIssuedMethod((method) => termsOf(method) ?? fees[method])
    const credit = fees.credit.flatMap(({ up_to }) => {
      const terms = termsOf(`credit ${up_to}`)
      return terms === null ? [] : [{ up_to, ...terms }]
    })
    if (rows.some(({ name }) => termsOf(name) === null) || interest_percent === null) return
    if (isMinimumWrong) return
    command.run(
      () =>
        client.companies.update({
          params: { company },
          payload: { fees: { ...issued, credit, interest_percent }, minimum_installment },
        }),
      () => {
        setSaved(true)
        onDone()
      },
    )
  }
  const given = (name: string) => ({
    value: typed[name] ?? "",
    inputMode: "decimal" as const,
    onValue: (value: string) => setTyped({ ...typed, [name]: value }),
  })
  const field = (name: string, label: string, readFee: typeof percentIn) => (
    <Field
      label={label}
      {...given(name)}
      fault={isTried && read(readFee, name) === null ? words.settings.feeWrong : undefined}
    />
  )
  return (
    <CommandForm class="card" command={command} verb={words.settings.saveFees} onSubmit={save}>
      <h2>{words.settings.changeFees}</h2>
      <p>{words.settings.feesSay}</p>
      {rows.map(({ name, title }) => (
        <div class="row" key={name}>
          {field(`${name} percent`, words.settings.percentOf(title), percentIn)}
          {field(`${name} fixed`, words.settings.fixedOf(title), fixedIn)}
        </div>
      ))}
      {field("interest", words.settings.interest, percentIn)}
      <Field
        label={words.settings.minimumInstallment}
        hint={own.minimumHint}
        {...given("minimum")}
        fault={isTried && isMinimumWrong ? own.minimumWrong : undefined}
      />
      <Said>{isSaved ? words.settings.saved : ""}</Said>
    </CommandForm>
  )
}
