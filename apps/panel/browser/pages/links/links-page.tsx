/**
 * The payment links of a company.
 */
import { panelOperations } from "@vintem/contract"
import { PageNumber } from "@vintem/domain/ports"
import { useLocation } from "preact-iso"
import { companyPaths, pathTo } from "../../../src/paths.ts"
import { useAsked } from "../../ask/use-asked.ts"
import { useLive } from "../../ask/use-live.ts"
import { Allowed } from "../../parts/allowed.tsx"
import { PageTitle } from "../../parts/page-title.tsx"
import { Pager, pageIn } from "../../parts/pager.tsx"
import { Answered } from "../../parts/said.tsx"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { LinkTable } from "./link-table.tsx"

export const LinksPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  const { query, url } = useLocation()
  const page = PageNumber.make(pageIn(query))
  const asking = useAsked(client.paymentLinks.list({ params: { company }, query: { page } }), url)
  // For links that a batch makes, the change names the batch.
  useLive(asking, ({ kind }) => kind === "link" || kind === "batch")
  return (
    <>
      <PageTitle title={words.pages.links}>
        <Allowed to={panelOperations.paymentLinks.create}>
          <a class="button main" href={pathTo(companyPaths.newLink, { company })}>
            {words.link.make}
          </a>
        </Allowed>
      </PageTitle>
      <Answered {...asking}>
        {({ data, meta }) => (
          <>
            <LinkTable label={words.pages.links} links={data} empty={<p>{words.link.none}</p>} />
            <Pager meta={meta} />
          </>
        )}
      </Answered>
    </>
  )
}
