/**
 * The pages without a session: signing in, a new password, and an invitation.
 */
import * as Effect from "effect/Effect"
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { openPaths, panelPath } from "../../src/paths.ts"
import { atTheDoor } from "../ask/door-client.ts"
import type { Failure } from "../ask/failure.ts"
import { useAsked } from "../ask/use-asked.ts"
import { useCommand } from "../ask/use-command.ts"
import { Field } from "../parts/field.tsx"
import { CommandForm } from "../parts/form.tsx"
import { PageTitle } from "../parts/page-title.tsx"
import { Answered } from "../parts/said.tsx"
import { useWords } from "../state/language.ts"
import { LanguageChoice } from "./language-choice.tsx"
import { SignIn } from "./sign-in.tsx"

const Door = ({ children, title }: { readonly title: string; readonly children: ComponentChildren }) => (
  <main class="narrow">
    <PageTitle title={title} />
    {children}
    <LanguageChoice />
  </main>
)

export const SignInPage = ({ onDone, said }: { readonly onDone: () => void; readonly said?: string | undefined }) => {
  const words = useWords()
  return (
    <Door title={words.door.signIn}>
      {said === undefined ? null : (
        <p class="notice good" role="status">
          {said}
        </p>
      )}
      <SignIn onDone={onDone} />
    </Door>
  )
}

/** Shows one text, whether or not the e-mail has an account. */
export const ForgottenPage = () => {
  const words = useWords()
  const command = useCommand()
  const [email, setEmail] = useState("")
  const [isAsked, setAsked] = useState(false)
  const isWrong = command.failure?.faults.has("email") === true
  return (
    <Door title={words.door.ask}>
      {isAsked ? (
        <p class="notice good" role="status">
          {words.door.asked}
        </p>
      ) : (
        <CommandForm
          command={command}
          verb={words.door.ask}
          onSubmit={() =>
            command.run(
              () => atTheDoor.door.askPasswordReset({ payload: { email } }),
              () => setAsked(true),
            )
          }
        >
          <p>{words.door.askSays}</p>
          <Field
            label={words.fields.email}
            type="email"
            autocomplete="username"
            value={email}
            onValue={setEmail}
            fault={isWrong ? words.door.emailWrong : undefined}
            isRequired
          />
        </CommandForm>
      )}
      <p>
        <a href={panelPath}>{words.door.back}</a>
      </p>
    </Door>
  )
}

/** The link's token. It is removed from the address at once, so that no history and no screen shows it. */
const useToken = (): string => {
  const [token] = useState(() => {
    const found = new URLSearchParams(location.hash.slice(1)).get("token") ?? ""
    history.replaceState(null, "", location.pathname)
    return found
  })
  return token
}

const worthless = (failure: Failure | null): boolean => failure?.faults.has("token") === true

export const ResetPage = ({ onReset }: { readonly onReset: () => void }) => {
  const words = useWords()
  const token = useToken()
  const command = useCommand()
  const [password, setPassword] = useState("")
  const isWrong = command.failure?.faults.has("password") === true
  return (
    <Door title={words.door.reset}>
      {token === "" || worthless(command.failure) ? (
        <div class="notice bad" role="alert">
          <p>{words.door.linkWorthless}</p>
          <p>
            <a href={openPaths.forgotten}>{words.door.ask}</a>
          </p>
        </div>
      ) : (
        <CommandForm
          command={command}
          verb={words.door.reset}
          onSubmit={() => command.run(() => atTheDoor.door.resetPassword({ payload: { token, password } }), onReset)}
        >
          <NewPassword value={password} onValue={setPassword} isWrong={isWrong} />
        </CommandForm>
      )}
    </Door>
  )
}

interface NewPasswordProps {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly isWrong: boolean
}

const NewPassword = ({ isWrong, onValue, value }: NewPasswordProps) => {
  const words = useWords()
  return (
    <Field
      label={words.door.newPassword}
      hint={words.door.passwordHint}
      type="password"
      autocomplete="new-password"
      value={value}
      onValue={onValue}
      fault={isWrong ? words.door.passwordWrong : undefined}
      isRequired
    />
  )
}

/** @param onAccepted - called once the user who accepted is signed in */
export const InvitationPage = ({ onAccepted }: { readonly onAccepted: () => void }) => {
  const words = useWords()
  const token = useToken()
  const asking = useAsked(
    Effect.map(atTheDoor.door.seeInvitation({ payload: { token } }), ({ data }) => data),
    token,
  )
  if (asking.asked._tag === "Failed" && worthless(asking.asked.failure)) {
    return (
      <Door title={words.door.invitation}>
        <p class="notice bad" role="alert">
          {words.door.linkWorthless}
        </p>
      </Door>
    )
  }
  return (
    <Door title={words.door.invitation}>
      <Answered {...asking}>
        {({ company, email, next, role }) => (
          <>
            <p>{words.door.invitedTo(company ?? words.shell.platform, words.roles[role])}</p>
            <p>{words.door.invitedAs(email)}</p>
            {next === "sign_in" ? (
              <>
                <p class="notice">{words.door.signInFirst}</p>
                <SignIn email={email} onDone={asking.again} />
              </>
            ) : null}
            {next === "change_account" ? <p class="notice bad">{words.door.forSomebodyElse}</p> : null}
            {next === "accept" || next === "make_account" ? (
              <Accept token={token} email={email} isNew={next === "make_account"} onAccepted={onAccepted} />
            ) : null}
          </>
        )}
      </Answered>
    </Door>
  )
}

interface AcceptProps {
  readonly token: string
  readonly email: string
  readonly isNew: boolean
  readonly onAccepted: () => void
}

const Accept = ({ email, isNew, onAccepted, token }: AcceptProps) => {
  const words = useWords()
  const command = useCommand()
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const faults = command.failure?.faults
  const accepted = Effect.gen(function* () {
    yield* atTheDoor.door.acceptInvitation({ payload: isNew ? { token, name, password } : { token } })
    if (isNew) yield* atTheDoor.door.signIn({ payload: { email, password } })
  })
  return (
    <CommandForm command={command} verb={words.door.accept} onSubmit={() => command.run(() => accepted, onAccepted)}>
      {isNew ? (
        <>
          <Field
            label={words.fields.fullname}
            autocomplete="name"
            value={name}
            onValue={setName}
            fault={faults?.has("name") === true ? words.door.nameWrong : undefined}
            isRequired
          />
          <NewPassword value={password} onValue={setPassword} isWrong={faults?.has("password") === true} />
        </>
      ) : null}
    </CommandForm>
  )
}
