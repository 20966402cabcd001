export { ExportPdfPage } from './ExportPdfPage.tsx'
export { ReportsPage } from './ReportsPage.tsx'
