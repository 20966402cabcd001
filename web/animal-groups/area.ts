/** The pages of groups of animals, which the browser fetches together. */
export { AnimalGroupPage } from './AnimalGroupPage.tsx'
export { AnimalGroupsPage } from './AnimalGroupsPage.tsx'
