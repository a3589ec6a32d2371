/** The panel's API: the operations of signed-in users, as their roles allow. */
import * as HttpApi from "effect/http-api/HttpApi"
import { BackOffice } from "./back-office.ts"
import { documentation } from "./openapi/documentation.ts"
import { Changes } from "./panel/change-endpoints.ts"
import { Companies, OwnCompany } from "./panel/company-endpoints.ts"
import { Members, Operators } from "./panel/member-endpoints.ts"
import { PanelAccess, PanelDoor, panelChallenge, panelHeader } from "./panel/panel-access.ts"
import { neededBy, neededInWords, needsPassword } from "./panel/panel-operations.ts"
import { Door, Sessions } from "./panel/session-endpoints.ts"
import { SheetMappings } from "./panel/sheet-mapping-endpoints.ts"
import { PanelSandboxClock, PanelSandboxOrders } from "./sandbox/panel-sandbox-endpoints.ts"

const prefix = "/panel/v1"

/** The operations of `BackOffice`, for signed-in users. */
export const PanelBackOffice = BackOffice.prefix(prefix).middleware(PanelAccess)

/** The operations that the panel has and the administration does not. */
export class PanelOwn extends HttpApi.make("vintem-panel-own")
  .add(
    Door.middleware(PanelDoor),
    Sessions.middleware(PanelAccess),
    OwnCompany.middleware(PanelAccess),
    Members.middleware(PanelAccess),
    Changes.middleware(PanelAccess),
    SheetMappings.middleware(PanelAccess),
    Companies.middleware(PanelAccess),
    Operators.middleware(PanelAccess),
  )
  .prefix(prefix) {}

/** The operations that the panel has in the sandbox only. */
export class PanelSandbox extends HttpApi.make("vintem-panel-sandbox")
  .add(PanelSandboxOrders.middleware(PanelAccess), PanelSandboxClock.middleware(PanelAccess))
  .prefix(prefix) {}

export class PanelApi extends HttpApi.make("vintem-panel")
  .addHttpApi(PanelOwn)
  .addHttpApi(PanelBackOffice)
  .addHttpApi(PanelSandbox)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    documentation({
      title: "Vintém panel",
      description:
        "For signed-in members of companies and operators. Signing in starts a session in a cookie that no script can " +
        `read. Requests other than GET must carry \`${panelHeader}: 1\` and come from the panel's own pages, or they are 403. A company in ` +
        "which you have no role is 404; an operation that your role does not allow is 403.",
      isRateLimited: true,
      challenge: panelChallenge,
      saidOf: (operationId) => {
        const [group = "", operation = ""] = operationId.split(".", 2)
        const needed = neededBy(group, operation)
        if (needed === undefined) return undefined
        return needsPassword(group, operation)
          ? `${neededInWords(needed)} Requires that the password was given in the last five minutes.`
          : neededInWords(needed)
      },
    }),
  ) {}
