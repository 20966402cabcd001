/** Bringing in a saved copy brings along what checks it, which nobody who reads submissions waits for. */
export { ImportPage } from './ImportPage.tsx'
