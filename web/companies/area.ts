/** The pages of companies, which the browser fetches together. */
export { CompaniesPage } from './CompaniesPage.tsx'
export { CompanyPage } from './CompanyPage.tsx'
