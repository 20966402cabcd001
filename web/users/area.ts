/** The pages of accounts, which the browser fetches together. */
export { UserPage } from './UserPage.tsx'
export { UsersPage } from './UsersPage.tsx'
