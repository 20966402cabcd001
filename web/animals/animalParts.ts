/** What the page of an animal has beside its words and its history, in one piece. */
export { AnimalPhotos } from './AnimalPhotos.tsx'
export { MergeAnimal } from './MergeAnimal.tsx'
export { Pedigree } from './Pedigree.tsx'
