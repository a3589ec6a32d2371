/**
 * The pages on which a batch is made from a sheet, and looked at. They come together, when one of them is needed.
 */
export { BatchPage } from "../pages/batches/batch-page.tsx"
export { NewBatchPage } from "../pages/batches/new-batch-page.tsx"
