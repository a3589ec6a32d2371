/** The operators and auditors of the service. */
import { panelOperations } from "@vintem/contract"
import { PlatformRole } from "@vintem/domain/access"
import { usePanel } from "../../shell/panel-context.ts"
import { useWords } from "../../state/language.ts"
import { PeoplePage } from "../people/people-of-realm.tsx"

export const OperatorsPage = () => {
  const words = useWords()
  const { client } = usePanel()
  return (
    <PeoplePage
      realm={{
        title: words.pages.operators,
        roles: PlatformRole.literals,
        usual: "auditor",
        roleMeans: words.platform.roleMeans,
        needs: panelOperations.operators,
        list: (page) => client.operators.list({ query: { page } }),
        invitations: (page) => client.operators.invitations({ query: { page } }),
        invite: (email, role) => client.operators.invite({ payload: { email, role, language: words.language } }),
        withdraw: (id) => client.operators.withdraw({ params: { id } }),
        change: (user, role) => client.operators.change({ params: { user }, payload: { role } }),
        remove: (user) => client.operators.remove({ params: { user } }),
      }}
    />
  )
}
