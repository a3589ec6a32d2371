/**
 * The frame around every page with a session: the bar, the menu, and the palette.
 */
import { type MeView, panelOperations } from "@vintem/contract"
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks"
import { Route, Router, useLocation } from "preact-iso"
import {
  type CompanyPage,
  companyMenu,
  type MenuGroup,
  type PlatformPage,
  platformMenu,
  rowsFor,
} from "../../src/menu.ts"
import { companyPaths, ownPaths, panelPath, pathTo } from "../../src/paths.ts"
import { followChanges } from "../ask/changes.ts"
import { client } from "../ask/panel-client.ts"
import { useAsked } from "../ask/use-asked.ts"
import { useCommand } from "../ask/use-command.ts"
import { Icon } from "../parts/icon.tsx"
import { PageTitle } from "../parts/page-title.tsx"
import { addressWith } from "../parts/pager.tsx"
import { SandboxBar } from "../sandbox/sandbox-bar.tsx"
import { useToday } from "../sandbox/sandbox-clock.ts"
import { useWords } from "../state/language.ts"
import { signedInAs } from "../state/signed-in.ts"
import { GivePassword } from "./give-password.tsx"
import { LanguageChoice } from "./language-choice.tsx"
import { choose } from "./languages.ts"
import { LiveSign } from "./live-sign.tsx"
import { menuIcons } from "./menu-icons.ts"
import { loadTheRest } from "./on-demand.ts"
import { Palette, type PaletteEntry, usePaletteKeys } from "./palette.tsx"
import { PanelContext } from "./panel-context.ts"
import { accountPage, companyRoutes, platformRoutes } from "./routes.ts"

interface FrameProps {
  readonly me: MeView
  /** Called when the user's name, roles or companies may have changed. */
  readonly onChange: () => void
}

export const Frame = ({ me, onChange }: FrameProps) => {
  const words = useWords()
  const { path, route } = useLocation()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  // Counts how often a sandbox's clock was moved: each time all data is read again.
  const [turn, setTurn] = useState(0)
  const company = /^\/panel\/companies\/(\d{1,10})(?:\/|$)/u.exec(path)?.[1] ?? firstCompany(me)
  const permissions = useMemo(() => permissionsOf(me, company), [me, company])
  const onPlatform: ReadonlyArray<string> = me.platform?.permissions ?? nothing
  const open = useCallback(() => setPaletteOpen(true), [])
  usePaletteKeys(open)
  useEffect(() => signedInAs.set({ id: me.user.id, email: me.user.email }), [me])
  const routes = useMemo(
    () => [
      ...companyRoutes.filter(({ permission }) => permissions.includes(permission)),
      ...platformRoutes.filter(({ permission }) => onPlatform.includes(permission)),
      { path: ownPaths.account, component: accountPage },
    ],
    [permissions, onPlatform],
  )
  useEffect(() => {
    // Starts after the page's own first requests.
    const timer = setTimeout(() => loadTheRest(routes.map(({ component }) => component)), 1_500)
    return () => clearTimeout(timer)
  }, [routes])
  useEffect(() => (company === null ? undefined : followChanges(company)), [company])
  const ofCompany = company === null ? [] : rowsFor(companyMenu, permissions)
  const ofPlatform = rowsFor(platformMenu, onPlatform)
  const start = [...ofCompany, ...ofPlatform][0]
  const home = start === undefined ? ownPaths.account : pathTo(start.path, { company: company ?? "" })
  useEffect(() => {
    if (path === panelPath) route(home, true)
  }, [path, home, route])
  const menu = useRef<HTMLElement>(null)
  useEffect(() => {
    if (menu.current !== null) showWhereOneIs(menu.current)
  }, [path])
  const own = me.companies.find(({ id }) => String(id) === company)
  const today = useToday()
  const panel = useMemo(
    () => ({
      client,
      company: company ?? "",
      may: (permission: string) => permissions.includes(permission) || onPlatform.includes(permission),
      me,
      today,
      onChange,
    }),
    [company, permissions, onPlatform, me, today, onChange],
  )
  const entries: ReadonlyArray<PaletteEntry> = [
    ...[...ofCompany, ...ofPlatform].map((row) => ({
      name: words.pages[row.page],
      choose: () => route(pathTo(row.path, { company: company ?? "" })),
    })),
    ...(permissions.includes(panelOperations.paymentLinks.create)
      ? [{ name: words.link.make, choose: () => route(pathTo(companyPaths.newLink, { company: company ?? "" })) }]
      : []),
    ...(permissions.includes(panelOperations.paymentLinkBulk.create)
      ? [{ name: words.batch.make, choose: () => route(pathTo(companyPaths.newBatch, { company: company ?? "" })) }]
      : []),
    ...me.companies
      .filter(({ id }) => String(id) !== company)
      .map(({ id, name }) => ({ name, choose: () => route(companyHome(me, String(id))) })),
    { name: words.pages.account, choose: () => route(ownPaths.account) },
    { name: words.language === "en" ? "Português" : "English", choose: () => choose(other(words.language)) },
  ]
  const search = permissions.includes(panelOperations.orders.list)
    ? (text: string) => route(addressWith(pathTo(companyPaths.orders, { company: company ?? "" }), { q: text }))
    : null
  return (
    <PanelContext value={panel}>
      <GivePassword />
      <a class="skip" href="#content">
        {words.shell.skip}
      </a>
      <div class="frame">
        <header class="bar">
          <a class="brand" href={home}>
            Vintém
          </a>
          <CompanyChoice me={me} company={company} />
          <span class="grow" />
          {company === null ? null : <LiveSign />}
          <button type="button" onClick={open}>
            {words.palette.open} <span class="keys">(Ctrl+K)</span>
          </button>
          <LanguageChoice />
          <a href={ownPaths.account}>{me.user.name}</a>
          <SignOut />
        </header>
        <nav class="menu" ref={menu} aria-label={words.shell.menu}>
          <Menu rows={ofCompany} path={path} company={company ?? ""} />
          <Menu rows={ofPlatform} path={path} company={company ?? ""} />
        </nav>
        <main id="content" tabIndex={-1}>
          {own?.under_moderation === true ? <p class="notice bad">{words.shell.moderated}</p> : null}
          {start === undefined && me.companies.length === 0 ? <p class="notice">{words.shell.noCompany}</p> : null}
          <SandboxBar onTurn={() => setTurn((before) => before + 1)} />
          <Router key={`${company} ${turn}`}>
            {routes.map(({ component, path: at }) => (
              <Route key={at} path={at} component={component} />
            ))}
            <Route default component={path === panelPath ? Nothing : NoPage} />
          </Router>
        </main>
      </div>
      {isPaletteOpen ? <Palette entries={entries} search={search} onClose={() => setPaletteOpen(false)} /> : null}
    </PanelContext>
  )
}

/** Scrolls the menu to the current page's entry, if it is one long line, as on a telephone. */
const showWhereOneIs = (menu: HTMLElement): void => {
  const row = menu.querySelector('[aria-current="page"]')
  if (row === null) return
  const { left, width } = row.getBoundingClientRect()
  menu.scrollLeft += left - (menu.clientWidth - width) / 2
}

const nothing: ReadonlyArray<string> = []

const other = (language: "pt-BR" | "en") => (language === "en" ? "pt-BR" : "en")

const firstCompany = ({ companies: [first] }: MeView): string | null => (first === undefined ? null : String(first.id))

/** The user's permissions in a company. Operators have theirs in every company. */
const permissionsOf = (me: MeView, company: string | null): ReadonlyArray<string> => {
  const own = me.companies.find(({ id }) => String(id) === company)
  return [...new Set<string>([...(own?.permissions ?? []), ...(me.platform?.in_every_company ?? [])])]
}

/** The first page of a company that the user may see. */
const companyHome = (me: MeView, company: string): string => {
  const [first] = rowsFor(companyMenu, permissionsOf(me, company))
  return first === undefined ? ownPaths.account : pathTo(first.path, { company })
}

const Nothing = () => null

const NoPage = () => {
  const words = useWords()
  return (
    <>
      <PageTitle title={words.shell.noPage} />
      <p>{words.shell.noPageSays}</p>
    </>
  )
}

interface ShownRow {
  readonly page: CompanyPage | PlatformPage
  readonly group?: MenuGroup
  readonly path: string
}

interface MenuProps {
  readonly rows: ReadonlyArray<ShownRow>
  readonly path: string
  readonly company: string
}

const Menu = ({ company, path, rows }: MenuProps) => {
  const words = useWords()
  if (rows.length === 0) return null
  return (
    <ul>
      {rows.map((row, place) => {
        const address = pathTo(row.path, { company })
        const isHere = path === address || path.startsWith(`${address}/`)
        const isFirst = row.group !== undefined && row.group !== rows[place - 1]?.group
        return (
          <li key={row.page}>
            {isFirst && row.group !== undefined ? <p class="group">{words.groups[row.group]}</p> : null}
            <a href={address} {...(isHere ? { "aria-current": "page" as const } : {})}>
              <Icon of={menuIcons[row.page]} />
              {words.pages[row.page]}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

interface CompanyChoiceProps {
  readonly me: MeView
  readonly company: string | null
}

const CompanyChoice = ({ company, me }: CompanyChoiceProps) => {
  const words = useWords()
  const { route } = useLocation()
  const [only] = me.companies
  const isOwn = me.companies.some(({ id }) => String(id) === company)
  if (company !== null && !isOwn) return <OtherCompany company={company} />
  if (me.companies.length < 2) return only === undefined ? null : <span>{only.name}</span>
  return (
    <select
      class="company"
      aria-label={words.shell.company}
      value={company ?? ""}
      onChange={(event) => route(companyHome(me, event.currentTarget.value))}
    >
      {me.companies.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** A company that the user is not a member of, seen by an operator or auditor. */
const OtherCompany = ({ company }: { readonly company: string }) => {
  const { asked } = useAsked(client.company.get({ params: { company } }), company)
  return <span>{asked._tag === "Answered" ? asked.value.data.name : null}</span>
}

const SignOut = () => {
  const words = useWords()
  const command = useCommand()
  return (
    <button
      type="button"
      aria-disabled={command.isRunning}
      onClick={() =>
        command.run(
          () => client.session.signOut(),
          // Reloads, so that no data of the previous session stays in the page.
          () => location.assign(panelPath),
        )
      }
    >
      {words.shell.signOut}
    </button>
  )
}
