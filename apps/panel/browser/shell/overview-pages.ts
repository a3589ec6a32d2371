/** The page that most users begin with, and its plots. They are a group of their own: no other page needs the plots. */
export { OverviewPage } from "../pages/overview/overview-page.tsx"
