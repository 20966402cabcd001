/** The pages of animals, which the browser fetches together. */
import { lazyPart } from '../ui/lazyPart.tsx'

export { AnimalPage } from './AnimalPage.tsx'
export { AnimalsPage } from './AnimalsPage.tsx'

/** What goes into registers and out of them as a whole; of their own, since few come here. */
export const ImportPage = lazyPart(() => import('../imports/ImportPage.tsx').then(part => part.ImportPage))
export const BooksPage = lazyPart(() => import('../books/BooksPage.tsx').then(part => part.BooksPage))
