/**
 * When the customers of payment links are reminded.
 */
import { panelOperations, type ReminderRuleView } from "@vintem/contract"
import { reminderDaysMax, remindersMax } from "@vintem/domain/catalogue"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { catalogueWords } from "../../../src/text/catalogue/words.ts"
import { Choice, Field, useFault } from "../../parts/field.tsx"
import { pageIn } from "../../parts/pager.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { type Drafting, Entries } from "./entries.tsx"

interface ReminderDraft {
  readonly when: "before" | "on" | "after"
  readonly days: string
}

interface RuleDraft {
  readonly name: string
  readonly reminders: ReadonlyArray<ReminderDraft>
}

const { paymentLinkRules } = panelOperations
const needs = { make: paymentLinkRules.create, change: paymentLinkRules.update, remove: paymentLinkRules.remove }

const reminderOf = (days: number): ReminderDraft => ({
  when: days < 0 ? "before" : days > 0 ? "after" : "on",
  days: String(Math.abs(days)),
})

/** Days from the link's last day. The service refuses unreadable numbers. */
const daysOf = ({ days, when }: ReminderDraft): number => {
  if (when === "on") return 0
  const count = /^\d{1,3}$/u.test(days.trim()) ? Number(days) : reminderDaysMax + 1
  return when === "before" ? -count : count
}

const requestOf = ({ name, reminders }: RuleDraft) => ({
  name,
  reminders: reminders.map((one) => ({ days: daysOf(one), channel: "email" as const })),
})

export const RulesPage = () => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  return (
    <Entries
      title={words.pages.rules}
      list={client.paymentLinkRules.list({ params: { company }, query: { page: PageNumber.make(pageIn(query)) } })}
      about={url}
      keyOf={({ token }) => token}
      nameOf={({ name }) => name}
      needs={needs}
      deeds={own.rule.deeds}
      empty={<p>{own.rule.none}</p>}
      columns={[
        { title: words.fields.name, cell: ({ name }) => name },
        {
          title: own.rule.reminders,
          cell: ({ reminders }) =>
            reminders
              .map(({ days }) => days)
              .toSorted((one, other) => one - other)
              .map(own.rule.on)
              .join(", "),
        },
        { title: own.rule.token, cell: ({ token }) => <code>{token}</code> },
      ]}
      draftOf={(rule: ReminderRuleView | null): RuleDraft => ({
        name: rule?.name ?? "",
        reminders: (rule?.reminders.map(({ days }) => days) ?? [-3, 0]).map(reminderOf),
      })}
      texts={({ name }) => ({ name })}
      fields={(drafting) => <Fields {...drafting} />}
      save={(draft, rule, key) =>
        rule === null
          ? client.paymentLinkRules.create({
              params: { company },
              headers: { "idempotency-key": key },
              payload: requestOf(draft),
            })
          : client.paymentLinkRules.update({ params: { company, token: rule.token }, payload: requestOf(draft) })
      }
      remove={({ token }) => client.paymentLinkRules.remove({ params: { company, token } })}
    />
  )
}

const Fields = ({ draft, isWrong, set }: Drafting<RuleDraft>) => {
  const words = useWords()
  const own = useWordsOf(catalogueWords)
  const { rule } = own
  // Faults name reminders by position: removing one moves the others.
  const [daysWrong, forgetDays] = useFault(rule.daysWrong)
  const change = (at: number, to: Partial<ReminderDraft>): void =>
    set("reminders")(draft.reminders.map((one, index) => (index === at ? { ...one, ...to } : one)))
  return (
    <>
      <Field
        label={words.fields.name}
        value={draft.name}
        isFirst
        onValue={set("name")}
        fault={isWrong("name") ? rule.nameWrong : undefined}
        isRequired
      />
      <fieldset>
        <legend>{rule.reminders}</legend>
        {draft.reminders.map((one, index) => (
          <div class="row" key={index}>
            <Choice
              label={rule.when(index + 1)}
              value={one.when}
              options={[
                ["before", rule.before],
                ["on", rule.onTheDay],
                ["after", rule.after],
              ]}
              onValue={(when) => change(index, { when })}
              fault={one.when === "on" && isWrong(`reminders.${index}`) ? daysWrong : undefined}
            />
            {one.when === "on" ? null : (
              <Field
                label={rule.days(index + 1)}
                value={one.days}
                onValue={(days) => change(index, { days })}
                inputMode="numeric"
                fault={isWrong(`reminders.${index}`) ? daysWrong : undefined}
              />
            )}
            {draft.reminders.length > 1 ? (
              <button
                type="button"
                class="beside"
                aria-label={rule.dropOne(index + 1)}
                onClick={() => {
                  forgetDays()
                  set("reminders")(draft.reminders.filter((_, other) => other !== index))
                }}
              >
                {rule.drop}
              </button>
            ) : null}
          </div>
        ))}
        {draft.reminders.length < remindersMax ? (
          <button type="button" onClick={() => set("reminders")([...draft.reminders, { when: "after", days: "" }])}>
            {rule.add}
          </button>
        ) : null}
      </fieldset>
    </>
  )
}
