/** The pages of a company's settings and members. The browser loads them together, when it needs one of them. */
export { CompanyAuditPage, PlatformAuditPage } from "../pages/audit/audit-page.tsx"
export { SettingsPage } from "../pages/company/settings-page.tsx"
export { AccountPage } from "../pages/people/account-page.tsx"
export { KeysPage } from "../pages/people/keys-page.tsx"
export { MembersPage } from "../pages/people/members-page.tsx"
export { OperatorsPage } from "../pages/platform/operators-page.tsx"
export { WebhookPage } from "../pages/webhook/webhook-page.tsx"
