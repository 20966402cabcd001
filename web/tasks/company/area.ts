/** The lists of who gives work, which the browser fetches together. */
export { AssignmentsPage } from './AssignmentsPage.tsx'
export { CompanyTasksPage } from './CompanyTasksPage.tsx'
