/**
 * Making a payment link.
 */
import { panelOperations } from "@vintem/contract"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useCommand } from "../../ask/use-command.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { LinkForm, newDraft } from "./link-form.tsx"

export const NewLinkPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { route } = useLocation()
  const command = useCommand()
  const all = pathTo(companyPaths.links, { company })
  return (
    <>
      <PageTitle title={words.link.make}>
        <a href={all}>{words.link.all}</a>
      </PageTitle>
      <Allowed to={panelOperations.paymentLinks.create}>
        <LinkForm
          first={newDraft}
          verb={words.link.make}
          command={command}
          look={all}
          onSubmit={(payload) =>
            command.run(
              (key) =>
                client.paymentLinks.create({ params: { company }, headers: { "idempotency-key": key }, payload }),
              ({ data }) => route(pathTo(companyPaths.link, { company, slug: data.slug })),
            )
          }
        />
      </Allowed>{" "}
    </>
  )
}
