/** The requirement of each operation of the panel: the one table for the checks and the description. */
import type { Permission } from "@vintem/domain/access"

/**
 * - `nobody`: no session is needed
 * - `session`: any signed-in user
 * - `member`: any role in the company of the path, or in every company
 */
export type PanelNeed = "nobody" | "session" | "member" | Permission

/** A permission of a company is checked in the company of the path, one of the platform on the platform. */
export const panelOperations = {
  door: {
    signIn: "nobody",
    giveCode: "nobody",
    askPasswordReset: "nobody",
    resetPassword: "nobody",
    seeInvitation: "nobody",
    acceptInvitation: "nobody",
  },
  session: {
    whoAmI: "session",
    signOut: "session",
    list: "session",
    end: "session",
    endOthers: "session",
    prove: "session",
    beginSecondFactor: "session",
    confirmSecondFactor: "session",
    removeSecondFactor: "session",
  },
  company: { get: "company:read", update: "company:write" },
  members: {
    list: "members:read",
    invitations: "members:read",
    invite: "members:write",
    withdraw: "members:write",
    change: "members:write",
    remove: "members:write",
    leave: "member",
  },
  apiKeys: { list: "keys:read", create: "keys:write", revoke: "keys:write" },
  overview: { get: "orders:read" },
  orders: {
    find: "companies:read",
    list: "orders:read",
    get: "orders:read",
    history: "orders:read",
    cancel: "orders:write",
    refund: "orders:refund",
    complete: "orders:resolve",
    contest: "orders:resolve",
    resolve: "orders:resolve",
  },
  products: {
    list: "catalogue:read",
    get: "catalogue:read",
    create: "catalogue:write",
    update: "catalogue:write",
    remove: "catalogue:write",
  },
  checkouts: {
    list: "catalogue:read",
    get: "catalogue:read",
    create: "catalogue:write",
    update: "catalogue:write",
    remove: "catalogue:write",
  },
  coupons: {
    list: "catalogue:read",
    get: "catalogue:read",
    create: "catalogue:write",
    update: "catalogue:write",
    remove: "catalogue:write",
  },
  paymentLinkRules: {
    list: "catalogue:read",
    get: "catalogue:read",
    create: "catalogue:write",
    update: "catalogue:write",
    remove: "catalogue:write",
  },
  paymentLinks: {
    list: "links:read",
    get: "links:read",
    history: "links:read",
    create: "links:write",
    update: "links:write",
    remove: "links:write",
  },
  paymentLinkBulk: {
    list: "links:read",
    get: "links:read",
    status: "links:read",
    create: "links:write",
    addCustomers: "links:write",
    cancel: "links:write",
  },
  sheetMappings: { list: "links:read", keep: "links:write" },
  subscribers: {
    list: "subscriptions:read",
    get: "subscriptions:read",
    history: "subscriptions:read",
    cancel: "subscriptions:write",
    replaceCard: "subscriptions:write",
  },
  webhook: {
    get: "webhooks:read",
    configure: "webhooks:write",
    remove: "webhooks:write",
    rotate: "webhooks:write",
    enable: "webhooks:write",
    test: "webhooks:write",
  },
  /** The stream includes each kind of change only if the user may read that kind. */
  changes: { follow: "member" },
  audit: {
    list: "audit:read",
    export: "audit:read",
    listPlatform: "operators:read",
    exportPlatform: "operators:read",
  },
  webhookDeliveries: { list: "webhooks:read", redeliver: "webhooks:write", replay: "webhooks:write" },
  customers: { list: "customers:read", get: "customers:read" },
  customerData: { export: "customers:export", previewErasure: "customers:erase", erase: "customers:erase" },
  companies: {
    list: "companies:read",
    create: "companies:write",
    update: "companies:write",
    moderate: "companies:moderate",
  },
  operators: {
    list: "operators:read",
    invitations: "operators:read",
    invite: "operators:write",
    withdraw: "operators:write",
    change: "operators:write",
    remove: "operators:write",
  },
  sandboxOrders: { report: "sandbox:report" },
  sandboxClock: { read: "sandbox:read", advance: "sandbox:advance" },
  serviceStatus: { get: "work:read", unknownOutcomes: "work:read", ask: "work:write" },
  deadJobs: { list: "work:read", retry: "work:write" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, PanelNeed>>>>

const table: Readonly<Record<string, Readonly<Record<string, PanelNeed>>>> = panelOperations

/** The requirement of an operation. Undefined if there is no such operation. */
export const neededBy = (group: string, operation: string): PanelNeed | undefined => table[group]?.[operation]

/**
 * Operations that also require the user's password, entered in the session in the last five minutes. They could lock
 * somebody out of an account or a company, or give access for longer than the session lasts. A stolen or open session
 * alone allows none of them.
 *
 * @see docs/decisions/access.md#0337
 */
export const provedOperations = {
  session: ["confirmSecondFactor", "removeSecondFactor"],
  members: ["invite", "change", "remove", "leave"],
  operators: ["invite", "change", "remove"],
  apiKeys: ["create"],
} as const satisfies { readonly [G in keyof typeof panelOperations]?: ReadonlyArray<keyof (typeof panelOperations)[G]> }

const proved: Readonly<Record<string, ReadonlyArray<string>>> = provedOperations

/** True if an operation also requires the password. */
export const needsPassword = (group: string, operation: string): boolean => proved[group]?.includes(operation) === true

/** The requirement in words, for the description of the operation. */
export const neededInWords = (needed: PanelNeed): string => {
  switch (needed) {
    case "nobody":
      return "Needs no session."
    case "session":
      return "Needs a session, and no permission."
    case "member":
      return "Needs a role in the company."
    default:
      return `Needs the permission \`${needed}\`.`
  }
}
