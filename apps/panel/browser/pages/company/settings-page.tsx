/** A company's details, its fees, and the look of its payers' pages. */
import { type PanelCompanyView, panelOperations } from "@vintem/contract"
import { ReceiptsMailed } from "@vintem/domain/company"
import { issuedMethods, methodRules } from "@vintem/domain/method"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { languageNames } from "../../parts/language-names.ts"
import { PageTitle } from "../../parts/page-title.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { ColorChoice, ColorSample } from "./color-choice.tsx"
import { DetailsForm } from "./details-form.tsx"
import { FeesForm } from "./fees-form.tsx"

export const SettingsPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const asking = useAsked(
    Effect.map(client.company.get({ params: { company } }), ({ data }) => data),
    company,
  )
  return (
    <>
      <PageTitle title={words.pages.settings} />
      <Answered {...asking}>
        {(shown) => (
          <div class="columns">
            <Known company={shown} />
            <Allowed to={panelOperations.companies.update}>
              <DetailsForm company={shown} onDone={asking.again} />
              <FeesForm company={shown} onDone={asking.again} />
            </Allowed>
            <Allowed to={panelOperations.company.update} otherwise={<Pages company={shown} />}>
              <PagesForm company={shown} />
            </Allowed>
          </div>
        )}
      </Answered>
    </>
  )
}

interface CompanyProps {
  readonly company: PanelCompanyView
}

const Known = ({ company: { city, document, fees, minimum_installment, name } }: CompanyProps) => {
  const words = useWords()
  const terms = ({ fixed, percent }: { readonly fixed: number; readonly percent: number }): string =>
    words.settings.percentAnd(percent, words.money(fixed))
  return (
    <section class="card">
      <h2>{name}</h2>
      <dl>
        <dt>{words.fields.taxvat}</dt>
        <dd>{document ?? "–"}</dd>
        <dt>{words.settings.city}</dt>
        <dd>{city}</dd>
      </dl>
      <h3>{words.settings.fees}</h3>
      <dl>
        {issuedMethods.map((method) => [
          <dt key={`${method} name`}>{methodRules[method].title[words.language]}</dt>,
          <dd key={method}>{terms(fees[method])}</dd>,
        ])}
        {fees.credit.map((bracket) => [
          <dt key={`${bracket.up_to} name`}>{words.settings.creditUpTo(bracket.up_to)}</dt>,
          <dd key={bracket.up_to}>{terms(bracket)}</dd>,
        ])}
        <dt>{words.settings.interest}</dt>
        <dd>{words.settings.monthly(fees.interest_percent)}</dd>
        <dt>{words.settings.minimumInstallment}</dt>
        <dd>{minimum_installment === null ? "–" : words.money(minimum_installment)}</dd>
      </dl>
    </section>
  )
}

const Pages = ({ company: { logo_url, name, pages } }: CompanyProps) => {
  const words = useWords()
  return (
    <section class="card">
      <h2>{words.settings.pagesOfPayers}</h2>
      <dl>
        <dt>{words.settings.logo}</dt>
        <dd>{logo_url ?? "–"}</dd>
        <dt>{words.settings.language}</dt>
        <dd>{languageNames.find(([language]) => language === pages.language)?.[1]}</dd>
        <dt>{words.settings.color}</dt>
        <dd>{pages.bg_color ?? "–"}</dd>
        <dt>{words.settings.redirect}</dt>
        <dd>{pages.redirect_after_success ?? "–"}</dd>
        <dt>{words.settings.site}</dt>
        <dd>{pages.site ?? "–"}</dd>
        <dt>{words.settings.receipts}</dt>
        <dd>{words.settings.receiptsFor[pages.receipts]}</dd>
      </dl>
      <ColorSample color={pages.bg_color ?? ""} name={name} />
    </section>
  )
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text)

const PagesForm = ({ company: { logo_url, name, pages } }: CompanyProps) => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [logo, setLogo] = useState(logo_url ?? "")
  const [language, setLanguage] = useState(pages.language)
  const [color, setColor] = useState(pages.bg_color ?? "")
  const [redirect, setRedirect] = useState(pages.redirect_after_success ?? "")
  const [site, setSite] = useState(pages.site ?? "")
  const [receipts, setReceipts] = useState(pages.receipts)
  const [isSaved, setSaved] = useState(false)
  const faults = command.failure?.faults
  const faultOf = (field: string): string | undefined =>
    faults?.has(field) === true ? words.settings.wrong : undefined
  return (
    <CommandForm
      class="card"
      command={command}
      verb={words.settings.save}
      onSubmit={() => {
        setSaved(false)
        command.run(
          () =>
            client.company.update({
              params: { company },
              payload: {
                logo_url: orNull(logo),
                pages: {
                  language,
                  bg_color: orNull(color),
                  redirect_after_success: orNull(redirect),
                  site: orNull(site),
                  receipts,
                },
              },
            }),
          () => setSaved(true),
        )
      }}
    >
      <h2>{words.settings.pagesOfPayers}</h2>
      <Field
        label={words.settings.logo}
        hint={words.settings.logoHint}
        type="url"
        value={logo}
        onValue={setLogo}
        fault={faultOf("logo_url")}
      />
      <Choice label={words.settings.language} value={language} options={languageNames} onValue={setLanguage} />
      <ColorChoice
        color={color}
        name={name}
        onColor={setColor}
        fault={faults?.has("pages.bg_color") === true ? words.settings.colorWrong : undefined}
      />
      <Field
        label={words.settings.redirect}
        type="url"
        value={redirect}
        onValue={setRedirect}
        fault={faultOf("pages.redirect_after_success")}
      />
      <Field
        label={words.settings.site}
        hint={words.settings.siteHint}
        type="url"
        value={site}
        onValue={setSite}
        fault={faultOf("pages.site")}
      />
      <Choice
        label={words.settings.receipts}
        value={receipts}
        options={ReceiptsMailed.literals.map((one) => [one, words.settings.receiptsFor[one]])}
        onValue={setReceipts}
      />
      <Said>{isSaved ? words.settings.saved : ""}</Said>
    </CommandForm>
  )
}
