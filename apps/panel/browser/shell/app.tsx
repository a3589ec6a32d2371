/** The whole panel: the signed-in user, the current page, and the frame around it. */
import type { MeView } from "@vintem/contract"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { useCallback, useRef, useState } from "preact/hooks"
import { LocationProvider, useLocation } from "preact-iso"
import { openPaths, panelPath } from "../../src/paths.ts"
import { goOn, isConnected, signedInAgain } from "../ask/connection.ts"
import { atTheDoor } from "../ask/door-client.ts"
import { useAsked } from "../ask/use-asked.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Answered } from "../parts/said.tsx"
import { useWords } from "../state/language.ts"
import { useShared } from "../state/shared.ts"
import { signedInAs } from "../state/signed-in.ts"
import { ForgottenPage, InvitationPage, ResetPage, SignInPage } from "./door-pages.tsx"
import { untilThere } from "./on-demand.ts"
import { SignIn } from "./sign-in.tsx"

export const App = () => (
  <LocationProvider scope="/panel">
    <Connection />
    <Pages />
    <SignInAgain />
  </LocationProvider>
)

/** The signed-in user, or none. */
const whoAmI = atTheDoor.session.whoAmI().pipe(
  Effect.map(({ data }): MeView | null => data),
  Effect.catchTag("Unauthenticated", () => Effect.succeed(null)),
)

/** The frame around the pages of a signed-in user. A visitor does not load it. */
const frame = untilThere(() => import("./frame.tsx"))

const arrival = Effect.flatMap(whoAmI, (me) =>
  me === null ? Effect.succeed(null) : Effect.map(frame, ({ Frame }) => ({ me, Frame })),
)

const Pages = () => {
  const words = useWords()
  const { path, route } = useLocation()
  const [said, setSaid] = useState<string>()
  const asking = useAsked(arrival, "who am I")
  const arrive = useCallback(() => {
    route(panelPath, true)
    asking.again()
  }, [route, asking.again])
  switch (path) {
    case openPaths.forgotten:
      return <ForgottenPage />
    case openPaths.reset:
      return (
        <ResetPage
          onReset={() => {
            setSaid(words.door.resetDone)
            arrive()
          }}
        />
      )
    case openPaths.invitation:
      return <InvitationPage onAccepted={arrive} />
    default:
      return (
        <Answered {...asking}>
          {(arrived) =>
            arrived === null ? (
              <SignInPage said={said} onDone={asking.again} />
            ) : (
              <arrived.Frame key={arrived.me.user.id} me={arrived.me} onChange={asking.again} />
            )
          }
        </Answered>
      )
  }
}

/** Shows that the service does not answer, until it does. */
const Connection = () => {
  const words = useWords()
  const isThere = useShared(isConnected)
  const wasLost = useRef(false)
  if (!isThere) wasLost.current = true
  return (
    <div role="status">
      {isThere ? (
        <span class="unseen">{wasLost.current ? words.shell.found : ""}</span>
      ) : (
        <p class="lost">{words.shell.lost}</p>
      )}
    </div>
  )
}

/** Covers the page that was open when the session ended. The page continues afterwards. */
const SignInAgain = () => {
  const words = useWords()
  const waiting = useShared(signedInAgain)
  const before = useShared(signedInAs)
  if (waiting === null) return null
  // Another user must not see or send what the previous one had typed: the panel restarts for them.
  const done = (): void => {
    Effect.runFork(whoAmI).addObserver((exit) => {
      if (Exit.isSuccess(exit) && exit.value !== null && exit.value.user.id === before?.id) goOn()
      else location.assign(panelPath)
    })
  }
  return (
    <Dialog title={words.door.again}>
      <p>{words.door.againSays}</p>
      <SignIn email={before?.email ?? ""} onDone={done} />
    </Dialog>
  )
}
