/** The page of a company's seals, which the browser fetches by itself. */
export { SealsPage } from './SealsPage.tsx'
