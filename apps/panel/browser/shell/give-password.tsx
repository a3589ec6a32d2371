/** Asks for the signed-in user's password, over the page whose request needs it. Then the request continues. */
import { useState } from "preact/hooks"
import { goOnWithPassword, passwordWanted } from "../ask/connection.ts"
import { atTheDoor } from "../ask/door-client.ts"
import { useCommand } from "../ask/use-command.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Field } from "../parts/field.tsx"
import { CommandForm } from "../parts/form.tsx"
import { useWords } from "../state/language.ts"
import { useShared } from "../state/shared.ts"

export const GivePassword = () => (useShared(passwordWanted) === null ? null : <Asked />)

const Asked = () => {
  const words = useWords()
  const command = useCommand()
  const [password, setPassword] = useState("")
  const { failure, isRunning } = command
  const wrong = password === "" ? words.door.missing : words.door.proveWrong
  const decline = (): void => {
    if (!isRunning) goOnWithPassword(false)
  }
  return (
    <Dialog title={words.door.prove} onClose={decline}>
      <CommandForm
        command={command}
        verb={words.door.proveVerb}
        onSubmit={() =>
          command.run(
            () => atTheDoor.session.prove({ payload: { password } }),
            () => goOnWithPassword(true),
          )
        }
        others={
          <button type="button" onClick={decline}>
            {words.dontDo}
          </button>
        }
      >
        <p>{words.door.proveSays}</p>
        <Field
          label={words.fields.password}
          type="password"
          autocomplete="current-password"
          value={password}
          onValue={setPassword}
          fault={failure?.faults.has("password") === true ? wrong : undefined}
          isFirst
          isRequired
        />
      </CommandForm>
    </Dialog>
  )
}
