/**
 * A list of what a company sets up. It makes, changes and removes entries, each in a dialog that says what will happen.
 *
 * The pages of products, checkouts, coupons and rules add what differs.
 */
import type { Permission } from "@vintem/domain/access"
import type * as Effect from "effect/Effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import type { Deed } from "../../../src/text/words.ts"
import type { Failure } from "../../ask/failure.ts"
import { type Asking, useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager } from "../../parts/pager.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { type Column, Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface PageOf<Entry> {
  readonly data: ReadonlyArray<Entry>
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number }
}

/** The draft in a form, and how the form changes it. */
export interface Drafting<Draft> {
  readonly draft: Draft
  readonly set: <K extends keyof Draft>(name: K) => (value: Draft[K]) => void
  /** True if a field has a fault, by the service's name of the field. */
  readonly isWrong: (field: string) => boolean
  /** True for a new entry: its naming fields cannot be changed later. */
  readonly isNew: boolean
}

interface EntriesProps<Entry, Draft, E> {
  readonly title: string
  readonly list: Effect.Effect<PageOf<Entry>, E>
  /** The inputs of the list, as one text. */
  readonly about: string
  readonly columns: ReadonlyArray<Column<Entry>>
  readonly keyOf: (entry: Entry) => string | number
  readonly nameOf: (entry: Entry) => string
  /** The text of an empty list: what to do first. */
  readonly empty: ComponentChildren
  /** The permission for each action. */
  readonly needs: Readonly<Record<"make" | "change" | "remove", Permission>>
  readonly deeds: { readonly make: Deed; readonly change: Deed; readonly remove: Deed }
  /** Makes the draft of an existing entry, or of a new one. */
  readonly draftOf: (entry: Entry | null) => Draft
  /**
   * Texts that no entry is without, by the service's names: in a change, the service takes an empty text for an
   * unchanged one.
   */
  readonly texts?: (draft: Draft) => Readonly<Record<string, string>>
  readonly fields: (drafting: Drafting<Draft>) => ComponentChildren
  readonly save: (draft: Draft, entry: Entry | null, key: string) => Effect.Effect<unknown, unknown>
  readonly remove: (entry: Entry) => Effect.Effect<unknown, unknown>
  /** The reason why an entry in use cannot be removed. */
  readonly inUse?: string
}

type Chosen<Entry> =
  | { readonly what: "make" }
  | { readonly what: "change"; readonly entry: Entry }
  | { readonly what: "remove"; readonly entry: Entry }

export const Entries = <Entry, Draft, E>(props: EntriesProps<Entry, Draft, E>) => {
  const words = useWords()
  const { may } = usePanel()
  const asking: Asking<PageOf<Entry>> = useAsked(props.list, props.about)
  const [chosen, setChosen] = useState<Chosen<Entry> | null>(null)
  const [said, setSaid] = useState("")
  const { columns, deeds, nameOf, needs, title } = props
  const done = (sentence: string): void => {
    setChosen(null)
    setSaid(sentence)
    asking.again()
  }
  const close = (): void => setChosen(null)
  const button = (entry: Entry, what: "change" | "remove") => (
    <button
      type="button"
      class={what === "remove" ? "danger" : ""}
      aria-label={`${deeds[what].verb}: ${nameOf(entry)}`}
      onClick={() => setChosen({ what, entry })}
    >
      {deeds[what].verb}
    </button>
  )
  return (
    <>
      <PageTitle title={title}>
        <Allowed to={needs.make}>
          <button type="button" class="main" onClick={() => setChosen({ what: "make" })}>
            {deeds.make.verb}
          </button>
        </Allowed>
      </PageTitle>
      <Said>{said}</Said>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={title}
              keyOf={props.keyOf}
              rows={data}
              columns={[
                ...columns,
                ...(may(needs.change) || may(needs.remove)
                  ? [
                      {
                        title: words.link.change,
                        cell: (entry: Entry) => (
                          <div class="actions">
                            <Allowed to={needs.change}>{button(entry, "change")}</Allowed>
                            <Allowed to={needs.remove}>{button(entry, "remove")}</Allowed>
                          </div>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={props.empty}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {chosen?.what === "make" ? (
        <Form {...props} entry={null} deed={deeds.make} onDone={() => done(deeds.make.done)} onClose={close} />
      ) : null}
      {chosen?.what === "change" ? (
        <Form
          {...props}
          entry={chosen.entry}
          deed={deeds.change}
          onDone={() => done(deeds.change.done)}
          onClose={close}
        />
      ) : null}
      {chosen?.what === "remove" ? (
        <Remove {...props} entry={chosen.entry} onDone={() => done(deeds.remove.done)} onClose={close} />
      ) : null}
    </>
  )
}

interface FormProps<Entry, Draft, E> extends EntriesProps<Entry, Draft, E> {
  readonly entry: Entry | null
  readonly deed: Deed
  readonly onDone: () => void
  readonly onClose: () => void
}

const Form = <Entry, Draft, E>(props: FormProps<Entry, Draft, E>) => {
  const { deed, draftOf, entry, fields, nameOf, onClose, onDone, save, texts } = props
  const command = useCommand()
  const [draft, setDraft] = useState(() => draftOf(entry))
  const set: Drafting<Draft>["set"] = (name) => (value) => setDraft((before) => ({ ...before, [name]: value }))
  const [lacking, setLacking] = useState<ReadonlyArray<string>>([])
  const isWrong = (field: string): boolean =>
    lacking.includes(field) || namesOf(command.failure).some((name) => isWithin(name, field))
  const confirm = (): void => {
    const empty = entry === null ? [] : emptyIn(texts?.(draft) ?? {})
    setLacking(empty)
    if (empty.length === 0) command.run((key) => save(draft, entry, key), onDone)
    else command.forget()
  }
  return (
    <Confirm
      title={entry === null ? deed.verb : `${deed.verb}: ${nameOf(entry)}`}
      says={deed.says}
      verb={deed.verb}
      command={command}
      onConfirm={confirm}
      onClose={onClose}
    >
      {fields({ draft, set, isWrong, isNew: entry === null })}
    </Confirm>
  )
}

const emptyIn = (texts: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  Object.keys(texts).filter((name) => texts[name]?.trim() === "")

const namesOf = (failure: Failure | null): ReadonlyArray<string> => [...(failure?.faults.keys() ?? [])]

/** A part's fault is the whole's, too: `recurrence.count` belongs to `recurrence`. */
const isWithin = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`)

interface RemoveProps<Entry, Draft, E> extends EntriesProps<Entry, Draft, E> {
  readonly entry: Entry
  readonly onDone: () => void
  readonly onClose: () => void
}

const Remove = <Entry, Draft, E>(props: RemoveProps<Entry, Draft, E>) => {
  const { deeds, entry, inUse, nameOf, onClose, onDone, remove } = props
  const command = useCommand()
  return (
    <Confirm
      title={`${deeds.remove.verb}: ${nameOf(entry)}`}
      says={deeds.remove.says}
      verb={deeds.remove.verb}
      isDangerous
      refused={command.failure?.kind === "invalid" ? inUse : undefined}
      command={command}
      onConfirm={() => command.run(() => remove(entry), onDone)}
      onClose={onClose}
    />
  )
}
