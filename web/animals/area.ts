/** The pages of animals, which the browser fetches together. */
export { AnimalPage } from './AnimalPage.tsx'
export { AnimalsPage } from './AnimalsPage.tsx'
