/** A person's data rights: exporting and erasing their data. Each action first says what will happen. */
import { type CustomerDetailView, type ErasurePreviewView, panelOperations } from "@vintem/contract"
import { useState } from "preact/hooks"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { customerWords } from "../../../src/text/customers/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Dialog } from "../../parts/dialog.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { saveFile } from "../../parts/save-file.ts"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

interface CustomerDataProps {
  readonly customer: CustomerDetailView
  readonly onErased: () => void
}

export const CustomerData = ({ customer, onErased }: CustomerDataProps) => {
  const own = useWordsOf(customerWords)
  const { may } = usePanel()
  const [chosen, setChosen] = useState<"export" | "erase" | null>(null)
  const [said, setSaid] = useState("")
  const { customerData } = panelOperations
  const done = (sentence: string): void => {
    setChosen(null)
    setSaid(sentence)
  }
  if (!may(customerData.export) && !may(customerData.erase)) return null
  return (
    <>
      <Said>{said}</Said>
      <div class="actions card">
        <Allowed to={customerData.export}>
          <button type="button" onClick={() => setChosen("export")}>
            {own.export.verb}
          </button>
        </Allowed>
        <Allowed to={customerData.erase}>
          <button type="button" class="danger" onClick={() => setChosen("erase")}>
            {own.erase.verb}
          </button>
        </Allowed>
      </div>
      {chosen === "export" ? (
        <Export customer={customer} onDone={() => done(own.export.done)} onClose={() => setChosen(null)} />
      ) : null}
      {chosen === "erase" ? (
        <Erase
          customer={customer}
          onDone={() => {
            done(own.erase.done)
            onErased()
          }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  )
}

interface DeedProps {
  readonly customer: CustomerDetailView
  readonly onDone: () => void
  readonly onClose: () => void
}

const useCustomer = ({ id }: CustomerDetailView) => {
  const { client, company } = usePanel()
  return { client, params: { company, customer: String(id) } }
}

const Export = ({ customer, onClose, onDone }: DeedProps) => {
  const own = useWordsOf(customerWords)
  const command = useCommand()
  const { client, params } = useCustomer(customer)
  return (
    <Confirm
      title={own.export.verb}
      says={own.export.says(customer.fullname)}
      verb={own.export.verb}
      command={command}
      onConfirm={() =>
        command.run(
          () => client.customerData.export({ params }),
          (answer) => {
            // Named by number: other people see a file's name in lists.
            saveFile(`vintem-${params.customer}.json`, "application/json", JSON.stringify(answer.data, null, 2))
            onDone()
          },
        )
      }
      onClose={onClose}
    />
  )
}

const Erase = ({ customer, onClose, onDone }: DeedProps) => {
  const words = useWords()
  const own = useWordsOf(customerWords)
  const command = useCommand()
  const { client, params } = useCustomer(customer)
  const asking = useAsked(client.customerData.previewErasure({ params }), params.customer)
  const preview = asking.asked._tag === "Answered" ? asking.asked.value.data : null
  if (preview === null || preview.prevented_by !== null) {
    return (
      <Dialog title={own.erase.verb} onClose={onClose}>
        <Answered {...asking}>
          {({ data: { prevented_by } }) => (prevented_by === null ? null : <Prevented by={prevented_by} />)}
        </Answered>
        <div class="actions">
          <button type="button" data-first onClick={onClose}>
            {words.dontDo}
          </button>
        </div>
      </Dialog>
    )
  }
  const counted = (["orders", "subscriptions", "payment_links", "batch_entries", "saved_cards"] as const).filter(
    (kind) => preview[kind] > 0,
  )
  return (
    <Confirm
      title={own.erase.verb}
      says={own.erase.says(customer.fullname)}
      verb={own.erase.verb}
      isDangerous
      command={command}
      onConfirm={() =>
        command.run((key) => client.customerData.erase({ params, headers: { "idempotency-key": key } }), onDone)
      }
      onClose={onClose}
    >
      {counted.length === 0 ? null : (
        <>
          <p>{own.erase.goes}</p>
          <ul>
            {counted.map((kind) => (
              <li key={kind}>{own.erase.counts[kind](preview[kind])}</li>
            ))}
          </ul>
        </>
      )}
      <p>{own.erase.stays}</p>
      <p>{own.erase.exportFirst}</p>
    </Confirm>
  )
}

type Obstacle = NonNullable<ErasurePreviewView["prevented_by"]>

/** The obstacles that have to end first, each with a link. */
const Prevented = ({ by: { count, names, reason } }: { readonly by: Obstacle }) => {
  const own = useWordsOf(customerWords)
  const { company } = usePanel()
  return (
    <>
      <p>{own.erase.prevented[reason]}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a class="whole" href={placeOf[reason](company, name)}>
              {name}
            </a>
          </li>
        ))}
        {count > names.length ? <li>{own.erase.more(count - names.length)}</li> : null}
      </ul>
    </>
  )
}

const placeOf: Readonly<Record<Obstacle["reason"], (company: string, name: string) => string>> = {
  subscriptions_run: (company, token) => pathTo(companyPaths.subscription, { company, token }),
  orders_open: (company, name) => pathTo(companyPaths.order, { company, order_number: name }),
  batches_unfinished: (company, token) => pathTo(companyPaths.batch, { company, token }),
}
