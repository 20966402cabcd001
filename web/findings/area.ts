/** The pages of findings, which the browser fetches together. */
export { FindingsPage } from './FindingsPage.tsx'
