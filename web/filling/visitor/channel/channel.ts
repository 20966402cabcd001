/** What only a reporting channel needs, fetched together: whoever fills in any other form waits for none of it. */
export { CodeShown } from './CodeShown.tsx'
export { deliverReport } from './deliverReport.ts'
export { ReporterChoice } from './ReporterChoice.tsx'
