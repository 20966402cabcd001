/** The pages of invitations, which the browser fetches together. */
export { InvitesPage } from './InvitesPage.tsx'
