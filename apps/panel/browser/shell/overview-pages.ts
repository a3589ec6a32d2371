/**
 * The page most people begin with, and what draws its plots. It comes by itself: nothing else needs that.
 */
export { OverviewPage } from "../pages/overview/overview-page.tsx"
