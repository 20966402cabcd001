export { AllGuidesPage } from './AllGuidesPage.tsx'
export { GuidePage } from './GuidePage.tsx'
export { GuidesPage } from './GuidesPage.tsx'
