export { CreateGuidePage } from './CreateGuidePage.tsx'
export { EditGuidePage } from './EditGuidePage.tsx'
