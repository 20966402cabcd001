/** The pages of people, which the browser fetches together. */
export { MembersPage } from './MembersPage.tsx'
