/** The pages of plans, which the browser fetches together. */
export { CompanyPlansPage } from './CompanyPlansPage.tsx'
export { OffersPage } from './OffersPage.tsx'
export { PricingPage } from './PricingPage.tsx'
export { ThanksPage } from './ThanksPage.tsx'
