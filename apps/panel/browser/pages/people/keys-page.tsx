/**
 * The API keys of a company. A key is shown once, when it is made.
 */
import { type ApiKeyView, panelOperations } from "@vintem/contract"
import { ApiKeyScope, apiKeysMax, scopesOfEarlierKeys } from "@vintem/domain/access"
import { PageNumber } from "@vintem/domain/ports"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { Field, Tick, Ticks } from "../../parts/field.tsx"
import { CommandForm } from "../../parts/form.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { Table } from "../../parts/table.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"

export const KeysPage = () => {
  const words = useWords()
  const { client, company, may } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.apiKeys.list({ params: { company }, query: { page } }), url)
  const command = useCommand()
  const [revoked, setRevoked] = useState<ApiKeyView | null>(null)
  return (
    <>
      <PageTitle title={words.pages.keys} />
      <Allowed to={panelOperations.apiKeys.create}>
        <NewKey onDone={asking.again} />
      </Allowed>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <Table
              label={words.pages.keys}
              keyOf={({ id }) => id}
              rows={data}
              columns={[
                { title: words.fields.name, cell: ({ name }) => name },
                { title: words.keys.ends, cell: ({ last_digits }) => <code>{last_digits}</code> },
                {
                  title: words.keys.mayDo,
                  cell: ({ scopes }) => scopes.map((scope) => words.keys.scopes[scope]).join("; "),
                },
                {
                  title: words.keys.expires,
                  cell: ({ expires_at }) => (expires_at === null ? words.keys.never : words.minute(expires_at)),
                },
                {
                  title: words.keys.lastUsed,
                  cell: ({ last_used_at }) => (last_used_at === null ? words.keys.notUsed : words.minute(last_used_at)),
                },
                ...(may(panelOperations.apiKeys.revoke)
                  ? [
                      {
                        title: words.keys.revoke.verb,
                        cell: (key: ApiKeyView) => (
                          <Allowed to={panelOperations.apiKeys.revoke}>
                            <button
                              type="button"
                              class="danger"
                              aria-label={`${words.keys.revoke.verb}: ${key.name}`}
                              onClick={() => setRevoked(key)}
                            >
                              {words.keys.revoke.verb}
                            </button>
                          </Allowed>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<p>{words.keys.none}</p>}
            />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
      {revoked === null ? null : (
        <Confirm
          title={`${words.keys.revoke.verb}: ${revoked.name}`}
          says={words.keys.revoke.says}
          verb={words.keys.revoke.verb}
          isDangerous
          command={command}
          onConfirm={() =>
            command.run(
              () => client.apiKeys.revoke({ params: { company, id: String(revoked.id) } }),
              () => {
                setRevoked(null)
                asking.again()
              },
            )
          }
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  )
}

const NewKey = ({ onDone }: { readonly onDone: () => void }) => {
  const words = useWords()
  const { client, company, may } = usePanel()
  const command = useCommand(false)
  const [name, setName] = useState("")
  const [expires, setExpires] = useState("")
  // A user can give a key only permissions of their own.
  const grantable = ApiKeyScope.literals.filter(may)
  const [scopes, setScopes] = useState<ReadonlyArray<ApiKeyScope>>(() =>
    scopesOfEarlierKeys.filter((scope) => grantable.includes(scope)),
  )
  const [made, setMade] = useState<string | null>(null)
  const faults = command.failure?.faults
  const isWrong = (field: string): boolean => faults?.has(field) === true
  return (
    <section class="card">
      <CommandForm
        command={command}
        verb={words.keys.make}
        refused={isWrong("api_keys") ? words.keys.tooMany(apiKeysMax) : undefined}
        onSubmit={() => {
          setMade(null)
          command.run(
            () =>
              client.apiKeys.create({
                params: { company },
                payload: { name, scopes, expires_at: expires === "" ? null : expires },
              }),
            ({ data }) => {
              setName("")
              setMade(data.key)
              onDone()
            },
          )
        }}
      >
        <Field
          label={words.keys.name}
          value={name}
          onValue={setName}
          fault={isWrong("name") ? words.keys.nameWrong : undefined}
          isRequired
        />
        <Ticks legend={words.keys.mayDo} fault={isWrong("scopes") ? words.keys.scopesWrong : undefined}>
          <div class="ticks">
            {grantable.map((scope) => (
              <Tick
                key={scope}
                label={words.keys.scopes[scope]}
                isOn={scopes.includes(scope)}
                onChange={(isOn) =>
                  setScopes((before) => grantable.filter((one) => (one === scope ? isOn : before.includes(one))))
                }
              />
            ))}
          </div>
        </Ticks>
        <Field
          label={words.keys.expires}
          hint={words.keys.expiresHint}
          type="date"
          value={expires}
          onValue={setExpires}
          fault={isWrong("expires_at") ? words.keys.expiresWrong : undefined}
        />
      </CommandForm>
      {made === null ? null : (
        <div class="notice good" role="status">
          <p>{words.keys.shownOnce}</p>
          <Copy label={words.keys.shownOnce} text={made} />
        </div>
      )}
    </section>
  )
}
