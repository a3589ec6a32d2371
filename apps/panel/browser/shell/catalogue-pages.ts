/**
 * The pages of a company's products, offers and reminders. The browser loads them together, when it needs one of them.
 */
export { CheckoutsPage } from "../pages/catalogue/checkouts-page.tsx"
export { CouponsPage } from "../pages/catalogue/coupons-page.tsx"
export { ProductsPage } from "../pages/catalogue/products-page.tsx"
export { RulesPage } from "../pages/catalogue/rules-page.tsx"
