/** The context of every page of the panel: its user, the company, and the client. */
import type { MeView } from "@vintem/contract"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Client } from "../ask/panel-client.ts"

export interface Panel {
  readonly client: Client
  /** The current company's id in addresses; empty if there is none. */
  readonly company: string
  /**
   * True if the user may do something there, or on the platform. It only decides what is shown: the service checks
   * again.
   */
  readonly may: (permission: string) => boolean
  readonly me: MeView
  /** In São Paulo, by the clock of the service: `YYYY-MM-DD`. */
  readonly today: string
  /** Called when the user's name, roles or companies may have changed. */
  readonly onChange: () => void
}

export const PanelContext = createContext<Panel | null>(null)

export const usePanel = (): Panel => {
  const panel = useContext(PanelContext)
  if (panel === null) throw new Error("A page stands outside of the panel.")
  return panel
}
