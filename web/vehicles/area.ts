/** The pages of vehicles, which the browser fetches together. */
export { VehiclePage } from './VehiclePage.tsx'
export { VehiclesPage } from './VehiclesPage.tsx'
