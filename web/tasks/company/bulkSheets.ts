/** What is asked before picked tasks go to somebody else or to another day: fetched together, when one of them is wanted. */
export { GiveSheet } from './GiveSheet.tsx'
export { MoveSheet } from './MoveSheet.tsx'
