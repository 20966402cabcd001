/** The pages of places, which the browser fetches together. */
export { LocationPage } from './LocationPage.tsx'
export { LocationsPage } from './LocationsPage.tsx'
export { LocationTreePage } from './LocationTreePage.tsx'
