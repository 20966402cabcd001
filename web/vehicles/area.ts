/** The pages of vehicles, which the browser fetches together. */
export { PapersPage } from './PapersPage.tsx'
export { VehiclePage } from './VehiclePage.tsx'
export { VehiclesPage } from './VehiclesPage.tsx'
