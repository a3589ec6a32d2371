/**
 * The pages for operators. They are loaded together, when one of them is needed.
 */
export { CompaniesPage } from "../pages/platform/companies-page.tsx"
export { FindOrderPage } from "../pages/platform/find-order-page.tsx"
export { StatePage } from "../pages/platform/state-page.tsx"
export { WorkPage } from "../pages/platform/work-page.tsx"
