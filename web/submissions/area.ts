/** The pages of submissions, which the browser fetches together. */
export { SubmissionPage } from './SubmissionPage.tsx'
export { SubmissionsPage } from './SubmissionsPage.tsx'
