/** What the page of a group has beside its words and its history, in one piece. */
export { GroupSample } from './GroupSample.tsx'
export { GroupWelfare } from './GroupWelfare.tsx'
