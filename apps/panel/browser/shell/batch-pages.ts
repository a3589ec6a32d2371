/** The pages for making and watching a batch. The browser loads them together, when it needs one of them. */
export { BatchPage } from "../pages/batches/batch-page.tsx"
export { NewBatchPage } from "../pages/batches/new-batch-page.tsx"
