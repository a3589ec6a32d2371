/** The people of a company or the platform and their roles: inviting, open invitations, changing a role, removing. */
import type { InvitationView, MemberView } from "@vintem/contract"
import type { Permission } from "@vintem/domain/access"
import { PageNumber } from "@vintem/domain/ports"
import * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { peopleWords } from "../../../src/text/people/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { type PageOf, pageOfInvitations, WaitingInvitations } from "./waiting-invitations.tsx"

interface Chosen {
  readonly what: "change" | "remove"
  readonly member: MemberView
}

/** People of a realm: a company, or the platform. */
interface Realm<Role extends string> {
  readonly title: string
  readonly roles: ReadonlyArray<Role>
  /** The role that a new invitation starts with. Also replaces an unknown role. */
  readonly usual: Role
  readonly roleMeans: Readonly<Record<Role, string>>
  /** The permission for each action. */
  readonly needs: Readonly<Record<"invite" | "withdraw" | "change" | "remove", Permission>>
  readonly list: (page: PageNumber) => Effect.Effect<PageOf<MemberView>, unknown>
  readonly invitations: (page: PageNumber) => Effect.Effect<PageOf<InvitationView>, unknown>
  readonly withdraw: (invitation: string) => Effect.Effect<unknown, unknown>
  readonly invite: (email: string, role: Role) => Effect.Effect<Invited, unknown>
  readonly change: (user: string, role: Role) => Effect.Effect<unknown, unknown>
  readonly remove: (user: string) => Effect.Effect<unknown, unknown>
}

interface Invited {
  readonly data: { readonly invitation: { readonly email: string }; readonly link: string | null }
}

/** The link or message of a new invitation. */
interface HandedOver {
  readonly email: string
  readonly link: string | null
}

export const PeoplePage = <Role extends string>({ realm }: { readonly realm: Realm<Role> }) => {
  const words = useWords()
  const own = useWordsOf(peopleWords)
  const { may, onChange } = usePanel()
  const { query, url } = useLocation()
  const question = Effect.all(
    {
      members: realm.list(PageNumber.make(pageIn(query))),
      invitations: realm.invitations(PageNumber.make(pageIn(query, pageOfInvitations))),
    },
    { concurrency: "unbounded" },
  )
  const asking = useAsked(question, url)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [invited, setInvited] = useState<HandedOver | null>(null)
  const [said, setSaid] = useState("")
  const done = ({ member, what }: Chosen): void => {
    setChosen(null)
    setSaid(own[what].done)
    // The user's own role decides what is shown.
    if (member.you) onChange()
    else asking.again()
  }
  return (
    <>
      <PageTitle title={realm.title} />
      <Said>{said}</Said>
      <Allowed to={realm.needs.invite}>
        <Invite
          realm={realm}
          invited={invited}
          onInvited={(made) => {
            setSaid("")
            setInvited(made)
            if (made !== null) asking.again()
          }}
        />
      </Allowed>
      <Answered {...asking}>
        {({ invitations, members: { data, meta } }) => (
          <>
            <WaitingInvitations
              {...invitations}
              needed={realm.needs.withdraw}
              withdraw={realm.withdraw}
              onDone={(sentence) => {
                setSaid(sentence)
                // The shown link may be this invitation's.
                setInvited(null)
                asking.again()
              }}
            />
            <Table
              label={realm.title}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.fields.name,
                  cell: ({ name, you }) => (you ? `${name} (${own.you})` : name),
                },
                { title: words.fields.email, cell: ({ email }) => email },
                { title: words.fields.role, cell: ({ role }) => words.roles[role] },
                { title: words.fields.created, cell: ({ since }) => words.minute(since) },
                ...(may(realm.needs.change) || may(realm.needs.remove)
                  ? [
                      {
                        title: words.link.change,
                        cell: (member: MemberView) => (
                          <div class="actions">
                            <Allowed to={realm.needs.change}>
                              <button
                                type="button"
                                aria-label={`${own.change.verb}: ${member.name}`}
                                onClick={() => setChosen({ what: "change", member })}
                              >
                                {own.change.verb}
                              </button>
                            </Allowed>
                            <Allowed to={realm.needs.remove}>
                              <button
                                type="button"
                                class="danger"
                                aria-label={`${own.remove.verb}: ${member.name}`}
                                onClick={() => setChosen({ what: "remove", member })}
                              >
                                {own.remove.verb}
                              </button>
                            </Allowed>
                          </div>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<p>{own.none}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {chosen?.what === "change" ? (
        <ChangeRole realm={realm} member={chosen.member} onDone={() => done(chosen)} onClose={() => setChosen(null)} />
      ) : null}
      {chosen?.what === "remove" ? (
        <Remove realm={realm} member={chosen.member} onDone={() => done(chosen)} onClose={() => setChosen(null)} />
      ) : null}
    </>
  )
}

interface RoleChoiceProps<Role extends string> {
  readonly realm: Realm<Role>
  readonly role: Role
  readonly onRole: (role: Role) => void
  readonly fault?: string | undefined
}

const RoleChoice = <Role extends string>({ fault, onRole, realm, role }: RoleChoiceProps<Role>) => {
  const words = useWords()
  const names: Readonly<Partial<Record<string, string>>> = words.roles
  return (
    <Choice
      label={words.fields.role}
      value={role}
      hint={realm.roleMeans[role]}
      fault={fault}
      options={realm.roles.map((one) => [one, names[one] ?? one])}
      onValue={onRole}
    />
  )
}

interface InviteProps<Role extends string> {
  readonly realm: Realm<Role>
  readonly invited: HandedOver | null
  /** Called with null when the next invitation begins. */
  readonly onInvited: (invited: HandedOver | null) => void
}

const Invite = <Role extends string>({ invited, onInvited, realm }: InviteProps<Role>) => {
  const words = useWords()
  const own = useWordsOf(peopleWords)
  const command = useCommand()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>(realm.usual)
  const faults = command.failure?.faults
  return (
    <section class="card">
      <h2>{own.invite}</h2>
      <CommandForm
        command={command}
        verb={own.invite}
        onSubmit={() => {
          onInvited(null)
          command.run(
            () => realm.invite(email, role),
            ({ data }) => {
              onInvited({ email: data.invitation.email, link: data.link })
              setEmail("")
            },
          )
        }}
      >
        <p>{own.inviteSays}</p>
        <div class="row">
          <Field
            label={words.fields.email}
            type="email"
            value={email}
            onValue={setEmail}
            fault={faults?.has("email") === true ? words.door.emailWrong : undefined}
            isRequired
          />
          <RoleChoice
            realm={realm}
            role={role}
            onRole={setRole}
            fault={faults?.has("role") === true ? own.refused : undefined}
          />
        </div>
      </CommandForm>
      {invited === null ? null : (
        <div class="notice good" role="status">
          {invited.link === null ? (
            <p>{own.invited(invited.email)}</p>
          ) : (
            <>
              <p>{own.linkFor(invited.email)}</p>
              <Copy label={words.door.invitation} text={invited.link} />
            </>
          )}
        </div>
      )}
    </section>
  )
}

interface MemberProps<Role extends string> {
  readonly realm: Realm<Role>
  readonly member: MemberView
  readonly onDone: () => void
  readonly onClose: () => void
}

const ChangeRole = <Role extends string>({ member, onClose, onDone, realm }: MemberProps<Role>) => {
  const own = useWordsOf(peopleWords)
  const command = useCommand()
  const [role, setRole] = useState<Role>(realm.roles.find((one) => one === member.role) ?? realm.usual)
  const isRefused = command.failure?.faults.has("role") === true
  return (
    <Confirm
      title={`${own.change.verb}: ${member.name}`}
      says={own.change.says}
      verb={own.change.verb}
      command={command}
      onConfirm={() => command.run(() => realm.change(String(member.id), role), onDone)}
      onClose={onClose}
    >
      <RoleChoice realm={realm} role={role} onRole={setRole} fault={isRefused ? own.refused : undefined} />
    </Confirm>
  )
}

const Remove = <Role extends string>({ member, onClose, onDone, realm }: MemberProps<Role>) => {
  const own = useWordsOf(peopleWords)
  const command = useCommand()
  return (
    <Confirm
      title={`${own.remove.verb}: ${member.name}`}
      says={own.remove.says}
      verb={own.remove.verb}
      isDangerous
      refused={command.failure?.faults.has("role") === true ? own.refused : undefined}
      command={command}
      onConfirm={() => command.run(() => realm.remove(String(member.id)), onDone)}
      onClose={onClose}
    />
  )
}
