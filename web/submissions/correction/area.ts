/** The page of corrections, which brings the questions of forms with it. */
export { CorrectionPage } from './CorrectionPage.tsx'
