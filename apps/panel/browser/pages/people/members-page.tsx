/**
 * Who works for a company, and as what.
 */
import { panelOperations } from "@vintem/contract"
import { CompanyRole } from "@vintem/domain/access"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { PeoplePage } from "./people-of-realm.tsx"

export const MembersPage = () => {
  const words = useWords()
  const { client, company } = usePanel()
  return (
    <PeoplePage
      realm={{
        title: words.pages.members,
        roles: CompanyRole.literals,
        usual: "support",
        roleMeans: words.members.roleMeans,
        needs: panelOperations.members,
        list: (page) => client.members.list({ params: { company }, query: { page } }),
        invite: (email, role) =>
          client.members.invite({ params: { company }, payload: { email, role, language: words.language } }),
        change: (user, role) => client.members.change({ params: { company, user }, payload: { role } }),
        remove: (user) => client.members.remove({ params: { company, user } }),
      }}
    />
  )
}
