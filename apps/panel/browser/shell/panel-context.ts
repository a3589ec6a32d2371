/**
 * What every page of the panel knows: whom it shows things to, of which company, and how it asks for them.
 */
import type { MeView } from "@vintem/contract"
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Client } from "../ask/panel-client.ts"

export interface Panel {
  readonly client: Client
  /** The company whose pages are shown, as addresses name it; empty if none is. */
  readonly company: string
  /** Whether the user may do something there, or on the platform. Only what is shown depends on it: the service checks again. */
  readonly may: (permission: string) => boolean
  readonly me: MeView
  /** In São Paulo, by the clock of the service: `YYYY-MM-DD`. */
  readonly today: string
  /** Called when what one is or has may be another than before. */
  readonly onChange: () => void
}

export const PanelContext = createContext<Panel | null>(null)

export const usePanel = (): Panel => {
  const panel = useContext(PanelContext)
  if (panel === null) throw new Error("A page stands outside of the panel.")
  return panel
}
