/** The pages of the home, which the browser fetches together. */
export { TodayPage } from './TodayPage.tsx'
