export { CasePage } from './CasePage.tsx'
export { CasesPage } from './CasesPage.tsx'
