/**
 * Signing in: e-mail and password, and then a code if the account has a second factor.
 */
import { useEffect, useRef, useState } from "preact/hooks"
import { openPaths } from "../../src/paths.ts"
import { atTheDoor } from "../ask/door-client.ts"
import { useCommand } from "../ask/use-command.ts"
import { Field } from "../parts/field.tsx"
import { CommandForm } from "../parts/form.tsx"
import { useWords } from "../state/language.ts"

interface SignInProps {
  readonly onDone: () => void
  /** The e-mail of the user who was signed in before; empty if there was none. */
  readonly email?: string
}

export const SignIn = ({ email: before = "", onDone }: SignInProps) => {
  const [ticket, setTicket] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const startOver = (): void => {
    setTicket(null)
    setOver(true)
  }
  const came = ({ data }: { readonly data: { readonly state: string; readonly ticket: string | null } }): void => {
    if (data.state === "signed_in") onDone()
    else setTicket(data.ticket)
  }
  const place = useRef<HTMLDivElement>(null)
  const isBegun = ticket !== null || isOver
  useEffect(() => {
    // The previous step's focused element is gone.
    if (isBegun) place.current?.querySelector<HTMLElement>("[data-first]")?.focus()
  }, [isBegun, ticket])
  return (
    <div ref={place}>
      {ticket === null ? (
        <Password email={before} isOver={isOver} onCame={came} />
      ) : (
        <Code ticket={ticket} onCame={came} onOver={startOver} />
      )}
    </div>
  )
}

type Came = (answer: { readonly data: { readonly state: string; readonly ticket: string | null } }) => void

const Password = (props: { readonly email: string; readonly isOver: boolean; readonly onCame: Came }) => {
  const words = useWords()
  const command = useCommand()
  const [email, setEmail] = useState(props.email)
  const [password, setPassword] = useState("")
  const { failure } = command
  const faultOf = (field: "email" | "password", value: string, wrong: string): string | undefined => {
    if (failure !== null && value === "") return words.door.missing
    return failure?.faults.has(field) === true ? wrong : undefined
  }
  return (
    <CommandForm
      command={command}
      verb={words.door.signIn}
      onSubmit={() => command.run(() => atTheDoor.door.signIn({ payload: { email, password } }), props.onCame)}
      others={
        <a class="button" href={openPaths.forgotten}>
          {words.door.forgotten}
        </a>
      }
    >
      {props.isOver ? (
        <p class="notice" role="alert">
          {words.door.startOver}
        </p>
      ) : null}
      <Field
        label={words.fields.email}
        type="email"
        autocomplete="username"
        value={email}
        onValue={setEmail}
        fault={faultOf("email", email, words.door.emailWrong)}
        isFirst={props.email === ""}
        isRequired
      />
      <Field
        label={words.fields.password}
        type="password"
        autocomplete="current-password"
        value={password}
        onValue={setPassword}
        fault={faultOf("password", password, words.door.wrongPassword)}
        isFirst={props.email !== ""}
        isRequired
      />
    </CommandForm>
  )
}

interface CodeProps {
  readonly ticket: string
  readonly onCame: Came
  readonly onOver: () => void
}

const Code = ({ onCame, onOver, ticket }: CodeProps) => {
  const words = useWords()
  const command = useCommand()
  const [code, setCode] = useState("")
  const faults = command.failure?.faults
  const isOver = faults?.has("ticket") === true
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  return (
    <CommandForm
      command={command}
      verb={words.door.signIn}
      onSubmit={() => command.run(() => atTheDoor.door.giveCode({ payload: { ticket, code: code.trim() } }), onCame)}
    >
      <Field
        label={words.door.code}
        hint={words.door.codeHint}
        autocomplete="one-time-code"
        value={code}
        onValue={setCode}
        fault={faults?.has("code") === true ? words.door.wrongCode : undefined}
        isFirst
        isRequired
      />
    </CommandForm>
  )
}
