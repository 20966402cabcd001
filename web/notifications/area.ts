/** The page of the bell. */
export { NoticesPage } from './NoticesPage.tsx'
