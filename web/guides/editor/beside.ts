/** What stands beside the text that is written, fetched behind it as one piece. */
export { GuideConflict } from './GuideConflict.tsx'
export { GuideSettings } from './GuideSettings.tsx'
