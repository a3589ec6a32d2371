/** The user's own account: the second factor, their companies, and their sessions. */
import type { SessionView } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { readAgent } from "../../../src/user-agent.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Field } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { QrCode } from "../../parts/qr-code.tsx"
import { Answered, Failed } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { Left, OwnCompanies } from "./own-companies.tsx"

export const AccountPage = () => {
  const words = useWords()
  const { me } = usePanel()
  return (
    <>
      <PageTitle title={words.pages.account} />
      <Left />
      <p>{`${me.user.name}, ${me.user.email}`}</p>
      <SecondFactor />
      <OwnCompanies />
      <Sessions />
    </>
  )
}

const SecondFactor = () => {
  const words = useWords()
  const { client, me } = usePanel()
  const command = useCommand()
  const [begun, setBegun] = useState<{
    readonly secret: string
    readonly uri: string
    readonly sealed: string
  } | null>(null)
  const [codes, setCodes] = useState<ReadonlyArray<string> | null>(null)
  return (
    <section class="card">
      <h2>{words.account.secondFactor}</h2>
      {codes === null ? null : (
        <div class="notice good" role="status">
          <p>{words.account.recoveryCodes}</p>
          <ul>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {me.second_factor && codes === null ? <TurnOff /> : null}
      {me.second_factor || codes !== null || begun !== null ? null : (
        <>
          <p>{words.account.isOff}</p>
          <Failed failure={command.failure} />
          <button
            type="button"
            aria-disabled={command.isRunning}
            onClick={() =>
              command.run(
                () => client.session.beginSecondFactor(),
                ({ data }) => setBegun(data),
              )
            }
          >
            {words.account.turnOn}
          </button>
        </>
      )}
      {begun === null || codes !== null ? null : (
        <TurnOn begun={begun} onCodes={setCodes} onBack={() => setBegun(null)} />
      )}
    </section>
  )
}

interface TurnOnProps {
  readonly begun: { readonly secret: string; readonly uri: string; readonly sealed: string }
  readonly onCodes: (codes: ReadonlyArray<string>) => void
  readonly onBack: () => void
}

const TurnOn = ({ begun, onBack, onCodes }: TurnOnProps) => {
  const words = useWords()
  const { client } = usePanel()
  const command = useCommand()
  const [code, setCode] = useState("")
  const isWrong = command.failure?.faults.has("code") === true
  return (
    <CommandForm
      command={command}
      verb={words.account.confirm}
      others={
        <button type="button" onClick={onBack}>
          {words.dontDo}
        </button>
      }
      onSubmit={() =>
        command.run(
          () =>
            client.session.confirmSecondFactor({
              payload: { sealed: begun.sealed, code: code.replaceAll(/\s/gu, "") },
            }),
          ({ data }) => onCodes(data.recovery_codes),
        )
      }
    >
      <p>{words.account.scan}</p>
      <QrCode label={words.account.scan} text={begun.uri} />
      <p>
        <code>{begun.secret}</code>
      </p>
      <Field
        label={words.account.typeCode}
        autocomplete="one-time-code"
        inputMode="numeric"
        value={code}
        onValue={setCode}
        fault={isWrong ? words.door.wrongCode : undefined}
        isRequired
      />
    </CommandForm>
  )
}

const TurnOff = () => {
  const words = useWords()
  const { client, me, onChange } = usePanel()
  const command = useCommand()
  const [code, setCode] = useState("")
  const isWrong = command.failure?.faults.has("code") === true
  return (
    <CommandForm
      command={command}
      verb={words.account.turnOff}
      isDangerous
      onSubmit={() =>
        command.run(() => client.session.removeSecondFactor({ payload: { code: code.trim() } }), onChange)
      }
    >
      <p>{words.account.isOn(me.recovery_codes_left)}</p>
      <Field
        label={words.door.code}
        hint={words.door.codeHint}
        autocomplete="one-time-code"
        value={code}
        onValue={setCode}
        fault={isWrong ? words.door.wrongCode : undefined}
        isRequired
      />
    </CommandForm>
  )
}

const Sessions = () => {
  const words = useWords()
  const { client } = usePanel()
  const { query, url } = useLocation()
  const command = useCommand()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.session.list({ query: { page } }), url)
  const nameOf = ({ address, agent }: SessionView): string => {
    const { browser, system } = readAgent(agent)
    return `${words.agent(browser, system)}${address === null ? "" : `, ${address}`}`
  }
  return (
    <section class="card">
      <h2>{words.account.sessions}</h2>
      <Failed failure={command.failure} />
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.account.sessions}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                {
                  title: words.fields.name,
                  cell: (session) => (
                    <span>
                      {nameOf(session)}
                      {session.current ? <strong>{` (${words.account.thisOne})`}</strong> : null}
                    </span>
                  ),
                },
                { title: words.account.seen, cell: ({ seen_at }) => words.minute(seen_at) },
                {
                  title: words.account.endOne,
                  cell: (session) =>
                    session.current ? (
                      "–"
                    ) : (
                      <button
                        type="button"
                        aria-label={`${words.account.endOne}: ${nameOf(session)}`}
                        onClick={() =>
                          command.run(() => client.session.end({ params: { id: String(session.id) } }), asking.again)
                        }
                      >
                        {words.account.endOne}
                      </button>
                    ),
                },
              ]}
              empty={null}
            />
            <Pager meta={meta} />
            {meta.total > 1 ? (
              <button type="button" onClick={() => command.run(() => client.session.endOthers(), asking.again)}>
                {words.account.endOthers}
              </button>
            ) : null}
          </>
        )}
      </Answered>
    </section>
  )
}
