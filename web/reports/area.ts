export { SharedThingsPage } from '../shares/SharedThingsPage.tsx'
export { ExportPdfPage } from './ExportPdfPage.tsx'
export { ReportsPage } from './ReportsPage.tsx'
