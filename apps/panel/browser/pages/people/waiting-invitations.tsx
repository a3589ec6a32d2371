/** Invitations that nobody has accepted yet, and withdrawing them. Shows nothing if there are none. */
import type { InvitationView } from "@vintem/contract"
import type { Permission } from "@vintem/domain/access"
import type * as Effect from "effect/Effect"
import { useState } from "preact/hooks"
import { peopleWords } from "../../../src/text/people/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Pager } from "../../parts/pager.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

export interface PageOf<A> {
  readonly data: ReadonlyArray<A>
  readonly meta: { readonly current_page: number; readonly last_page: number; readonly total: number }
}

/** The page's name in the address, next to that of the members' list. */
export const pageOfInvitations = "invitations"

interface WithdrawProps {
  readonly withdraw: (invitation: string) => Effect.Effect<unknown, unknown>
  /** Called when the list may have changed, with a sentence to show. */
  readonly onDone: (sentence: string) => void
}

interface WaitingInvitationsProps extends PageOf<InvitationView>, WithdrawProps {
  readonly needed: Permission
}

export const WaitingInvitations = ({ data, meta, needed, onDone, withdraw }: WaitingInvitationsProps) => {
  const words = useWords()
  const { invitations } = useWordsOf(peopleWords)
  const { may } = usePanel()
  const [chosen, setChosen] = useState<InvitationView | null>(null)
  const { title } = invitations
  return (
    <>
      {meta.total === 0 ? null : (
        <section class="card">
          <h2>{title}</h2>
          <Table
            label={title}
            keyOf={({ id }) => id}
            rows={data}
            columns={[
              { title: words.fields.email, cell: ({ email }) => email },
              { title: words.fields.role, cell: ({ role }) => words.roles[role] },
              { title: invitations.sent, cell: ({ created_at }) => words.minute(created_at) },
              { title: invitations.until, cell: ({ expires_at }) => words.minute(expires_at) },
              ...(may(needed)
                ? [
                    {
                      title: words.link.change,
                      cell: (invitation: InvitationView) => (
                        <Allowed to={needed}>
                          <button
                            type="button"
                            class="danger"
                            aria-label={`${invitations.withdraw.verb}: ${invitation.email}`}
                            onClick={() => setChosen(invitation)}
                          >
                            {invitations.withdraw.verb}
                          </button>
                        </Allowed>
                      ),
                    },
                  ]
                : []),
            ]}
            empty={null}
          />
          {meta.last_page > 1 || meta.current_page > 1 ? (
            <Pager meta={meta} of={{ label: title, name: pageOfInvitations }} />
          ) : null}
        </section>
      )}
      {chosen === null ? null : (
        <Withdraw
          invitation={chosen}
          withdraw={withdraw}
          onDone={(sentence) => {
            setChosen(null)
            onDone(sentence)
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

interface ChosenProps extends WithdrawProps {
  readonly invitation: InvitationView
  readonly onClose: () => void
}

const Withdraw = ({ invitation: { email, id }, onClose, onDone, withdraw }: ChosenProps) => {
  const { done, gone, says, verb } = useWordsOf(peopleWords).invitations.withdraw
  const command = useCommand()
  return (
    <Confirm
      title={`${verb}: ${email}`}
      says={says(email)}
      verb={verb}
      isDangerous
      refused={command.failure?.kind === "notFound" ? gone : undefined}
      command={command}
      onConfirm={() =>
        command.run(
          () => withdraw(String(id)),
          () => onDone(done),
        )
      }
      // The invitation may be gone: the list shows the current state.
      onClose={() => (command.failure === null ? onClose() : onDone(""))}
    />
  )
}
