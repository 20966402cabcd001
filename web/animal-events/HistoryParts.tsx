/** What the pages of animals and groups show of their histories, in one piece: what comes one after the other is missing where the signal goes between. */
export { EventHistory } from './EventHistory.tsx'
export { GroupCounts } from './GroupCounts.tsx'
export { OnDay } from './OnDay.tsx'
export { Weights } from './Weights.tsx'
export { Withholds } from './Withholds.tsx'
