/**
 * Who works for a company, and as what: inviting, changing a role, removing.
 */
import { type MemberView, panelOperations } from "@vintem/contract"
import { CompanyRole } from "@vintem/domain/access"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { Choice, Field } from "../../parts/field.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered, Failed } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

interface Chosen {
  readonly what: "change" | "remove"
  readonly member: MemberView
}

export const MembersPage = () => {
  const words = useWords()
  const { client, company, may, onChange } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.members.list({ params: { company }, query: { page } }), url)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const done = (member: MemberView): void => {
    setChosen(null)
    // One's own role decides what is shown.
    if (member.you) onChange()
    else asking.again()
  }
  return (
    <>
      <PageTitle title={words.pages.members} />
      {may(panelOperations.members.invite) ? <Invite /> : null}
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.members}
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
                ...(may(panelOperations.members.change)
                  ? [
                      {
                        title: words.link.change,
                        cell: (member: MemberView) => (
                          <span class="actions">
                            <button
                              type="button"
                              aria-label={`${words.members.change.verb}: ${member.name}`}
                              onClick={() => setChosen({ what: "change", member })}
                            >
                              {words.members.change.verb}
                            </button>
                            <button
                              type="button"
                              class="danger"
                              aria-label={`${words.members.remove.verb}: ${member.name}`}
                              onClick={() => setChosen({ what: "remove", member })}
                            >
                              {words.members.remove.verb}
                            </button>
                          </span>
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
        <ChangeRole member={chosen.member} onDone={() => done(chosen.member)} onClose={() => setChosen(null)} />
      ) : null}
      {chosen?.what === "remove" ? (
        <Remove member={chosen.member} onDone={() => done(chosen.member)} onClose={() => setChosen(null)} />
      ) : null}
    </>
  )
}

interface RoleChoiceProps {
  readonly role: CompanyRole
  readonly onRole: (role: CompanyRole) => void
  readonly fault?: string | undefined
}

const RoleChoice = ({ fault, onRole, role }: RoleChoiceProps) => {
  const words = useWords()
  return (
    <Choice
      label={words.fields.role}
      value={role}
      hint={words.members.roleMeans[role]}
      fault={fault}
      options={CompanyRole.literals.map((one) => [one, words.roles[one]])}
      onValue={onRole}
    />
  )
}

const Invite = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [email, setEmail] = useState("")
  const [role, setRole] = useState<CompanyRole>("support")
  const [invited, setInvited] = useState<{ readonly email: string; readonly link: string | null } | null>(null)
  const faults = command.failure?.faults
  const isFieldWrong = faults?.has("email") === true || faults?.has("role") === true
  return (
    <section class="card">
      <h2>{words.members.invite}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setInvited(null)
          command.run(
            () => client.members.invite({ params: { company }, payload: { email, role, language: words.language } }),
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
            role={role}
            onRole={setRole}
            fault={faults?.has("role") === true ? words.members.refused : undefined}
          />
        </div>
        <Failed failure={isFieldWrong ? null : command.failure} />
        <div class="actions">
          <button type="submit" class="main" aria-disabled={command.isRunning}>
            {command.isRunning ? words.doing : words.members.invite}
          </button>
        </div>
      </form>
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

interface MemberProps {
  readonly member: MemberView
  readonly onDone: () => void
  readonly onClose: () => void
}

const isCompanyRole = (role: string): role is CompanyRole => CompanyRole.literals.some((one) => one === role)

const ChangeRole = ({ member, onClose, onDone }: MemberProps) => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  const [role, setRole] = useState<CompanyRole>(isCompanyRole(member.role) ? member.role : "viewer")
  const isRefused = command.failure?.faults.has("role") === true
  return (
    <Confirm
      title={`${words.members.change.verb}: ${member.name}`}
      says={words.members.change.says}
      verb={words.members.change.verb}
      command={command}
      onConfirm={() =>
        command.run(
          () => client.members.change({ params: { company, user: String(member.id) }, payload: { role } }),
          onDone,
        )
      }
      onClose={onClose}
    >
      <RoleChoice role={role} onRole={setRole} fault={isRefused ? words.members.refused : undefined} />
    </Confirm>
  )
}

const Remove = ({ member, onClose, onDone }: MemberProps) => {
  const words = useWords()
  const { client, company } = usePanel()
  const command = useCommand()
  return (
    <Confirm
      title={`${words.members.remove.verb}: ${member.name}`}
      says={words.members.remove.says}
      verb={words.members.remove.verb}
      isDangerous
      command={command}
      onConfirm={() =>
        command.run(() => client.members.remove({ params: { company, user: String(member.id) } }), onDone)
      }
      onClose={onClose}
    >
      {command.failure?.faults.has("role") === true ? <p class="fault">{words.members.refused}</p> : null}
    </Confirm>
  )
}
