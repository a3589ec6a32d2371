/** Gives a webhook a new secret, or removes it. Each first says what happens to later events. */
import { retiredSecretMillis } from "@vintem/domain/webhook"
import * as Effect from "effect/Effect"
import { webhookChangeWords } from "../../../src/text/webhook/words.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Confirm } from "../../parts/confirm.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"

/** Hours until the previous secret stops signing. */
export const retiredSecretHours = retiredSecretMillis / 3_600_000

interface RotateSecretProps {
  /** Called with the new secret. */
  readonly onDone: (secret: string) => void
  readonly onClose: () => void
}

export const RotateSecret = ({ onClose, onDone }: RotateSecretProps) => {
  const own = useWordsOf(webhookChangeWords)
  const { client, company } = usePanel()
  const command = useCommand()
  return (
    <Confirm
      title={own.rotate.verb}
      says={own.rotate.says(retiredSecretHours)}
      verb={own.rotate.verb}
      refused={command.failure?.kind === "notFound" ? own.isGone : undefined}
      command={command}
      onConfirm={() =>
        command.run(
          (key) => client.webhook.rotate({ params: { company }, headers: { "idempotency-key": key } }),
          ({ data }) => onDone(data.secret),
        )
      }
      onClose={onClose}
    />
  )
}

interface RemoveWebhookProps {
  readonly onDone: () => void
  readonly onClose: () => void
}

export const RemoveWebhook = ({ onClose, onDone }: RemoveWebhookProps) => {
  const words = useWords()
  const own = useWordsOf(webhookChangeWords)
  const { client, company } = usePanel()
  const command = useCommand()
  // If the webhook is gone already, removing it has succeeded.
  const remove = Effect.catchTag(client.webhook.remove({ params: { company } }), "NotFound", () => Effect.void)
  return (
    <Confirm
      title={own.remove.verb}
      says={own.remove.says(words.deliveryStates.failed)}
      verb={own.remove.verb}
      isDangerous
      command={command}
      onConfirm={() => command.run(() => remove, onDone)}
      onClose={onClose}
    />
  )
}
