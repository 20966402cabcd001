/** The pages of the audit log, which the browser fetches together. */
export { AuditPage } from './AuditPage.tsx'
