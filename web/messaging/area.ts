/** The pages of messages, which the browser fetches together. */
export { MessagingPage } from './MessagingPage.tsx'
export { ReportsPage } from './reports/ReportsPage.tsx'
