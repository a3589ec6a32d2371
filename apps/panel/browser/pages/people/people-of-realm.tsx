/**
 * Who works somewhere, and as what: inviting, changing a role, removing. For a company and for the platform alike.
 */
import type { MemberView } from "@vintem/contract"
import type { Permission } from "@vintem/domain/access"
import { PageNumber } from "@vintem/domain/ports"
import type * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface Chosen {
  readonly what: "change" | "remove"
  readonly member: MemberView
}

/** People of a realm: a company, or the platform. */
interface Realm<Role extends string> {
  readonly title: string
  readonly roles: ReadonlyArray<Role>
  /** What an invitation begins with, and a role that is none of these is taken for. */
  readonly usual: Role
  readonly roleMeans: Readonly<Record<Role, string>>
  /** What each deed demands. */
  readonly needs: Readonly<Record<"invite" | "change" | "remove", Permission>>
  readonly list: (page: PageNumber) => Effect.Effect<PageOfMembers, unknown>
  readonly invite: (email: string, role: Role) => Effect.Effect<Invited, unknown>
  readonly change: (user: string, role: Role) => Effect.Effect<unknown, unknown>
  readonly remove: (user: string) => Effect.Effect<unknown, unknown>
}

interface PageOfMembers {
  readonly data: ReadonlyArray<MemberView>
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number }
}

interface Invited {
  readonly data: { readonly invitation: { readonly email: string }; readonly link: string | null }
}

export const PeoplePage = <Role extends string>({ realm }: { readonly realm: Realm<Role> }) => {
  const words = useWords()
  const { may, onChange } = usePanel()
  const { query, url } = useLocation()
  const asking = useAsked(realm.list(PageNumber.make(pageIn(query))), url)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const done = (member: MemberView): void => {
    setChosen(null)
    // One's own role decides what is shown.
    if (member.you) onChange()
    else asking.again()
  }
  return (
    <>
      <PageTitle title={realm.title} />
      <Allowed to={realm.needs.invite}>
        <Invite realm={realm} />
      </Allowed>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={realm.title}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.fields.name,
                  cell: ({ name, you }) => (you ? `${name} (${words.members.you})` : name),
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
                                aria-label={`${words.members.change.verb}: ${member.name}`}
                                onClick={() => setChosen({ what: "change", member })}
                              >
                                {words.members.change.verb}
                              </button>
                            </Allowed>
                            <Allowed to={realm.needs.remove}>
                              <button
                                type="button"
                                class="danger"
                                aria-label={`${words.members.remove.verb}: ${member.name}`}
                                onClick={() => setChosen({ what: "remove", member })}
                              >
                                {words.members.remove.verb}
                              </button>
                            </Allowed>
                          </div>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<p>{words.members.none}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {chosen?.what === "change" ? (
        <ChangeRole
          realm={realm}
          member={chosen.member}
          onDone={() => done(chosen.member)}
          onClose={() => setChosen(null)}
        />
      ) : null}
      {chosen?.what === "remove" ? (
        <Remove
          realm={realm}
          member={chosen.member}
          onDone={() => done(chosen.member)}
          onClose={() => setChosen(null)}
        />
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

const Invite = <Role extends string>({ realm }: { readonly realm: Realm<Role> }) => {
  const words = useWords()
  const command = useCommand()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<Role>(realm.usual)
  const [invited, setInvited] = useState<{ readonly email: string; readonly link: string | null } | null>(null)
  const faults = command.failure?.faults
  return (
    <section class="card">
      <h2>{words.members.invite}</h2>
      <CommandForm
        command={command}
        verb={words.members.invite}
        onSubmit={() => {
          setInvited(null)
          command.run(
            () => realm.invite(email, role),
            ({ data }) => {
              setInvited({ email: data.invitation.email, link: data.link })
              setEmail("")
            },
          )
        }}
      >
        <p>{words.members.inviteSays}</p>
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
            fault={faults?.has("role") === true ? words.members.refused : undefined}
          />
        </div>
      </CommandForm>
      {invited === null ? null : (
        <div class="notice good" role="status">
          {invited.link === null ? (
            <p>{words.members.invited(invited.email)}</p>
          ) : (
            <>
              <p>{words.members.linkFor(invited.email)}</p>
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
  const words = useWords()
  const command = useCommand()
  const [role, setRole] = useState<Role>(realm.roles.find((one) => one === member.role) ?? realm.usual)
  const isRefused = command.failure?.faults.has("role") === true
  return (
    <Confirm
      title={`${words.members.change.verb}: ${member.name}`}
      says={words.members.change.says}
      verb={words.members.change.verb}
      command={command}
      onConfirm={() => command.run(() => realm.change(String(member.id), role), onDone)}
      onClose={onClose}
    >
      <RoleChoice realm={realm} role={role} onRole={setRole} fault={isRefused ? words.members.refused : undefined} />
    </Confirm>
  )
}

const Remove = <Role extends string>({ member, onClose, onDone, realm }: MemberProps<Role>) => {
  const words = useWords()
  const command = useCommand()
  return (
    <Confirm
      title={`${words.members.remove.verb}: ${member.name}`}
      says={words.members.remove.says}
      verb={words.members.remove.verb}
      isDangerous
      refused={command.failure?.faults.has("role") === true ? words.members.refused : undefined}
      command={command}
      onConfirm={() => command.run(() => realm.remove(String(member.id)), onDone)}
      onClose={onClose}
    />
  )
}
