/** What the page of a group shows after its animals, in one piece. */
export { GroupSample } from './GroupSample.tsx'
export { ReadAnimals } from './ReadAnimals.tsx'
