/**
 * One payment link: its address to send, what it offers, changing or deleting it, and everything that happened to it.
 */
import { type LinkHistoryView, type LinkRemovalRefusal, type PaymentLinkView, panelOperations } from "@vintem/contract"
import { methodRules } from "@vintem/domain/method"
import * as Effect from "effect/Effect"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso"
import { methodNames, methodsOf } from "../../../src/methods-shown.ts"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { linkWords } from "../../../src/text/links/words.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { type Commanding, useCommand } from "../../ask/use-command.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { Confirm } from "../../parts/confirm.tsx"
import { Copy } from "../../parts/copy.tsx"
import { OrderLink } from "../../parts/order-link.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { QrCode } from "../../parts/qr-code.tsx"
import { Answered, Said } from "../../parts/said.tsx"
import { Share } from "../../parts/share.tsx"
import { Timeline } from "../../parts/timeline.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { draftOf, LinkForm } from "./link-form.tsx"
import { LinkState } from "./link-state.tsx"

export const LinkPage = ({ slug }: { readonly slug: string }) => {
  const words = useWords()
  const { client, company } = usePanel()
  const params = { company, slug }
  const question = Effect.all(
    {
      link: Effect.map(client.paymentLinks.get({ params }), ({ data }) => data),
      history: Effect.map(client.paymentLinks.history({ params }), ({ data }) => data),
    },
    { concurrency: "unbounded" },
  )
  const asking = useAsked(question, slug)
  useLive(asking, (change) => change.kind === "link" && change.slug === slug)
  // Lives here, so that it can finish even if the removed link is no longer found.
  const removal = useCommand()
  const title = asking.asked._tag === "Answered" ? asking.asked.value.link.title : words.pages.links
  return (
    <>
      <PageTitle title={title}>
        <a href={pathTo(companyPaths.links, { company })}>{words.link.all}</a>
      </PageTitle>
      <Answered {...asking}>
        {({ history, link }) => (
          <>
            <Link
              link={link}
              rule={history.payment_link_rule}
              kept={history.refusals.remove}
              removal={removal}
              onDone={asking.again}
            />
            <Reminders history={history} />
            <Timeline events={history.events} what={(event) => <What event={event} />} />
          </>
        )}
      </Answered>
    </>
  )
}

/** The reminders that the payer was sent, and those held back; nothing if there were none. */
const Reminders = ({ history }: { readonly history: LinkHistoryView }) => {
  const words = useWords()
  const { reminders: own } = useWordsOf(linkWords)
  if (history.reminders.length === 0) return null
  return (
    <section class="card">
      <h2>{own.title}</h2>
      {history.reminders_held_back === 0 ? null : <p>{own.countHeldBack(history.reminders_held_back)}</p>}
      <ul>
        {history.reminders.map(({ day, payment_link_rule, state }) => (
          <li key={`${day} ${payment_link_rule}`}>
            {words.day(day)}: {own.states[state]}
          </li>
        ))}
      </ul>
    </section>
  )
}

const What = ({ event }: { readonly event: LinkHistoryView["events"][number] }) => {
  const words = useWords()
  const own = useWordsOf(linkWords)
  const { method, order_number, standing, type } = event
  return (
    <>
      <strong>{own.events[type]}</strong>
      {standing === null ? "" : `: ${own.states[standing]}`}
      {method === null ? "" : `, ${methodRules[method].title[words.language]}`}{" "}
      {order_number === null ? null : <OrderLink number={order_number} />}
    </>
  )
}

interface LinkProps {
  readonly link: PaymentLinkView
  /** The token of its rule; null if it has none. */
  readonly rule: string | null
  /** The reason why it cannot be deleted now. */
  readonly kept: LinkRemovalRefusal | null
  readonly removal: Commanding
  readonly onDone: () => void
}

const Link = ({ kept, link, onDone, removal, rule }: LinkProps) => {
  const words = useWords()
  const own = useWordsOf(linkWords)
  const { client, company } = usePanel()
  const { route } = useLocation()
  const command = useCommand()
  const [isChanging, setChanging] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [said, setSaid] = useState("")
  const change = useRef<HTMLButtonElement>(null)
  const id = useId()
  // The link may have been paid meanwhile: then its page says so.
  const isRefused = removal.failure?.kind === "invalid"
  useEffect(() => {
    if (isRefused) onDone()
  }, [isRefused])
  const open = (): void => {
    setSaid("")
    setChanging(!isChanging)
  }
  const close = (): void => {
    setChanging(false)
    change.current?.focus()
  }
  const params = { company, slug: link.slug }
  return (
    <>
      <div class="columns">
        <section class="card">
          <h2>{words.link.address}</h2>
          <Copy label={words.link.address} text={link.url} />
          <p>
            <Share title={link.title} url={link.url} />
          </p>
          <QrCode label={words.link.qrCode} text={link.url} />
        </section>
        <section class="card">
          <h2>{link.title}</h2>
          <dl>
            <dt>{words.link.amount}</dt>
            <dd>
              {words.money(link.amount + link.additional_amount)}
              {link.fee_mode === "customer_pay_fee" ? ` ${words.link.plusFee}` : ""}
            </dd>
            <dt>{words.link.state}</dt>
            <dd>
              <LinkState link={link} />
            </dd>
            <dt>{words.link.methods}</dt>
            <dd>{methodNames(methodsOf(link), words)}</dd>
            <dt>{words.link.installments}</dt>
            <dd>{words.link.installmentsUpTo(link.installments)}</dd>
            <dt>{words.link.feeMode}</dt>
            <dd>{words.feeModes[link.fee_mode]}</dd>
            <dt>{words.link.lastDay}</dt>
            <dd>{link.expired_at === null ? words.link.noLastDay : words.day(link.expired_at)}</dd>
            <dt>{words.link.customer}</dt>
            <dd>{link.customer_name ?? "–"}</dd>
            <dt>{words.link.reference}</dt>
            <dd>{link.reference ?? "–"}</dd>
            <dt>{words.link.created}</dt>
            <dd>{words.minute(link.created_at)}</dd>
          </dl>
          <Said>{said}</Said>
          <div class="actions">
            <Allowed to={panelOperations.paymentLinks.update}>
              <button type="button" ref={change} aria-expanded={isChanging} onClick={open}>
                {words.link.change}
              </button>
            </Allowed>
            {kept === "already_paid" ? null : (
              <Allowed to={panelOperations.paymentLinks.remove}>
                <button
                  type="button"
                  class="danger"
                  disabled={kept !== null}
                  aria-describedby={kept === null ? undefined : id}
                  onClick={() => setRemoving(true)}
                >
                  {words.link.remove.verb}
                </button>
                {kept === null ? null : (
                  <p class="hint" id={id}>
                    {own.keeps[kept]}
                  </p>
                )}
              </Allowed>
            )}
          </div>
        </section>
      </div>
      {isChanging ? (
        <Allowed to={panelOperations.paymentLinks.update}>
          <LinkForm
            first={draftOf(link, rule, words.decimalMark)}
            verb={words.link.save}
            command={command}
            onClose={close}
            onSubmit={(payload) =>
              command.run(
                () => client.paymentLinks.update({ params, payload }),
                () => {
                  setSaid(words.link.saved)
                  close()
                  onDone()
                },
              )
            }
          />
        </Allowed>
      ) : null}
      {isRemoving ? (
        <Confirm
          title={words.link.remove.verb}
          says={words.link.remove.says}
          verb={words.link.remove.verb}
          isDangerous
          refused={isRefused && kept !== null ? own.keeps[kept] : undefined}
          command={removal}
          onConfirm={() =>
            removal.run(
              () => client.paymentLinks.remove({ params }),
              () => route(pathTo(companyPaths.links, { company })),
            )
          }
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </>
  )
}
