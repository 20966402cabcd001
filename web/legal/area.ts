/** The pages of the legal texts, which the browser fetches together. */
export { LegalEditorPage } from './LegalEditorPage.tsx'
