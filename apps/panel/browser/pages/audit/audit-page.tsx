/**
 * The audit log of a company, for members who may read it, and of the platform, for operators. The list's filters are
 * in the address.
 */
import { type AuditEntryView, panelOperations } from "@vintem/contract"
import { LocalDate } from "@vintem/domain/calendar"
import { PageNumber } from "@vintem/domain/ports"
import { TrailAction } from "@vintem/domain/trail"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { useLocation } from "preact-iso"
import { fieldLabel, fieldText } from "../../../src/audit-fields.ts"
import { auditWords } from "../../../src/text/audit/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { Filters, type Query } from "../../parts/filters.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { addressWith, Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

export const CompanyAuditPage = () => <AuditPage isOfPlatform={false} />
export const PlatformAuditPage = () => <AuditPage isOfPlatform />

const isAction = Schema.is(TrailAction)
const isDate = Schema.is(LocalDate)
const actors = ["administration", "command", "system"] as const
const actorShape = /^(?:(?:user|api_key):[1-9]\d{0,9}|administration|command|system)$/u
const subjectMax = 254

/** The filters of an address. Invalid ones are left out. */
const filtersIn = ({ action, actor, from, subject, to }: Query) => ({
  ...(isAction(action) ? { action } : {}),
  ...(actor !== undefined && actorShape.test(actor) ? { actor } : {}),
  ...(subject === undefined || subject.trim() === "" ? {} : { subject: subject.trim().slice(0, subjectMax) }),
  ...(isDate(from) ? { from } : {}),
  ...(isDate(to) ? { to } : {}),
})

const AuditPage = ({ isOfPlatform }: { readonly isOfPlatform: boolean }) => {
  const words = useWords()
  const own = useWordsOf(auditWords)
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const filters = filtersIn(query)
  const asked = { ...filters, page: PageNumber.make(pageIn(query)) }
  const asking = useAsked(
    isOfPlatform
      ? client.audit.listPlatform({ query: asked })
      : client.audit.list({ params: { company }, query: asked }),
    url,
  )
  const names = useNames(isOfPlatform)
  const sheet = isOfPlatform ? "/panel/v1/audit/export" : `/panel/v1/companies/${company}/audit/export`
  return (
    <>
      <PageTitle title={isOfPlatform ? words.pages.platformAudit : words.pages.audit}>
        <Allowed to={panelOperations.audit[isOfPlatform ? "exportPlatform" : "export"]}>
          <a class="button" href={addressWith(sheet, { ...filters, format: "csv-br" })} download="vintem-audit.csv">
            {own.export}
          </a>
        </Allowed>
      </PageTitle>
      <p>{own.says}</p>
      <AuditFilters key={url} query={query} names={names} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={isOfPlatform ? words.pages.platformAudit : words.pages.audit}
              keyOf={({ sequence }) => sequence}
              rows={data}
              columns={[
                { title: own.at, cell: ({ at }) => words.second(at) },
                { title: own.who, cell: (entry) => <Who entry={entry} names={names} /> },
                { title: own.what, cell: ({ action }) => own.actions[action] },
                { title: own.subject, cell: ({ subject }) => subject },
                { title: own.change, cell: (entry) => <Change entry={entry} /> },
              ]}
              empty={<p>{Object.keys(filters).length === 0 ? own.none : own.noneFound}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}

type Names = ReadonlyMap<number, string>

/** The current members, if the user may see them. A former member is shown by number. */
const useNames = (isOfPlatform: boolean): Names => {
  const { client, company, may, me } = usePanel()
  const page = PageNumber.make(1)
  const named = (people: ReadonlyArray<{ readonly id: number; readonly name: string }>) =>
    people.map(({ id, name }) => [id, name] as const)
  const people = isOfPlatform
    ? Effect.map(client.operators.list({ query: { page } }), ({ data }) => named(data))
    : may(panelOperations.members.list)
      ? Effect.map(client.members.list({ params: { company }, query: { page } }), ({ data }) => named(data))
      : Effect.succeed([])
  const { asked } = useAsked(people, `${company} ${isOfPlatform}`)
  return new Map([[me.user.id, me.user.name], ...(asked._tag === "Answered" ? asked.value : [])])
}

const Who = ({ entry, names }: { readonly entry: AuditEntryView; readonly names: Names }) => {
  const own = useWordsOf(auditWords)
  const { path } = useLocation()
  const { actor, address } = entry
  const { id, kind } = actor
  const name =
    kind === "user" ? (names.get(id ?? 0) ?? own.userNumber(id ?? 0)) : kind === "api_key" ? own.key(id ?? 0) : null
  return (
    <>
      {name === null || id === null ? (
        nameOf(actor, own.actors)
      ) : (
        <a href={addressWith(path, { actor: `${kind}:${id}` })}>{name}</a>
      )}
      {address === null ? null : <p class="soft">{own.from(address)}</p>}
    </>
  )
}

/** The name of the command or background work that acted. */
const nameOf = (
  { kind, name }: AuditEntryView["actor"],
  words: Readonly<Record<(typeof actors)[number], string>>,
): string => {
  const found = actors.find((one) => one === kind)
  const said = found === undefined ? kind : words[found]
  return name === null ? said : `${said} (${name})`
}

const Change = ({ entry: { after, before } }: { readonly entry: AuditEntryView }) => {
  const words = useWords()
  const own = useWordsOf(auditWords)
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return <span class="soft">{own.noChange}</span>
  return (
    <ul class="change">
      {fields.map((field) => (
        <li key={field}>
          {fieldLabel(field, own)}
          {": "}
          {before === null ? null : (
            <>
              <span class="unseen">{own.before}: </span>
              <del>{fieldText(field, before[field], words, own)}</del>{" "}
            </>
          )}
          {after === null ? null : (
            <>
              <span class="unseen">{own.after}: </span>
              <ins>{fieldText(field, after[field], words, own)}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const AuditFilters = ({ names, query }: { readonly query: Query; readonly names: Names }) => {
  const own = useWordsOf(auditWords)
  const people = Array.from(names, ([id, name]) => [`user:${id}`, name] as const)
  const known = ["", ...actors, ...people.map(([value]) => value)]
  return (
    <Filters query={query}>
      {({ set, typed }) => {
        const { actor = "" } = filtersIn(typed)
        return (
          <>
            <Choice
              label={own.who}
              value={actor}
              options={[
                ["", own.anybody],
                ...people,
                ...actors.map((one) => [one, own.actors[one]] as const),
                ...(known.includes(actor) ? [] : [[actor, actor] as const]),
              ]}
              onValue={set("actor")}
            />
            <Choice
              label={own.what}
              value={isAction(typed["action"]) ? typed["action"] : ""}
              options={[
                ["", own.anything],
                ...TrailAction.literals.map((action) => [action, own.actions[action]] as const),
              ]}
              onValue={set("action")}
            />
            <Field
              label={own.subject}
              hint={own.subjectHint}
              type="search"
              value={typed["subject"] ?? ""}
              onValue={set("subject")}
            />
          </>
        )
      }}
    </Filters>
  )
}
