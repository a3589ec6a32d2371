/** The members of a company, and their roles. */
import { panelOperations } from "@vintem/contract"
import { CompanyRole } from "@vintem/domain/access"
import * as Schema from "effect/Schema"
import { useLocation } from "preact-iso"
import { peopleWords } from "../../../src/text/people/words.ts"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords, useWordsOf } from "../../state/language.ts"
import { PeoplePage } from "./people-of-realm.tsx"

const isRole = Schema.is(CompanyRole)

export const MembersPage = () => {
  const words = useWords()
  const own = useWordsOf(peopleWords)
  const { client, company } = usePanel()
  const { role } = useLocation().query
  return (
    <PeoplePage
      realm={{
        title: words.pages.members,
        roles: CompanyRole.literals,
        // A new company needs its owner first.
        usual: isRole(role) ? role : "support",
        roleMeans: own.roleMeans,
        needs: panelOperations.members,
        list: (page) => client.members.list({ params: { company }, query: { page } }),
        invitations: (page) => client.members.invitations({ params: { company }, query: { page } }),
        invite: (email, role) =>
          client.members.invite({ params: { company }, payload: { email, role, language: words.language } }),
        withdraw: (id) => client.members.withdraw({ params: { company, id } }),
        change: (user, role) => client.members.change({ params: { company, user }, payload: { role } }),
        remove: (user) => client.members.remove({ params: { company, user } }),
      }}
    />
  )
}
