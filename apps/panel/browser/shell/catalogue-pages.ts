/**
 * The pages of what a company sells and how it reminds its payers. They come together, when one of them is needed.
 */
export { CheckoutsPage } from "../pages/catalogue/checkouts-page.tsx"
export { CouponsPage } from "../pages/catalogue/coupons-page.tsx"
export { ProductsPage } from "../pages/catalogue/products-page.tsx"
export { RulesPage } from "../pages/catalogue/rules-page.tsx"
