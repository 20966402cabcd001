export { SharedThingsPage } from './SharedThingsPage.tsx'
