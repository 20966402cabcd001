/** What those who write, check and approve see beside a guide, fetched behind it as one piece. */
export { Approvals } from './Approvals.tsx'
export { DraftPart } from './DraftPart.tsx'
export { GuideChanges } from './GuideChanges.tsx'
