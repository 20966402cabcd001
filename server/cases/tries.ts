/** How often reporters may knock, counted in memory (docs/decisions/0038-anonymous-cases.md). */
import type { Limit } from '../lib/security/limits.ts'

/** Codes that no case has. */
export const wrongCodes: Limit = { name: 'case codes', tries: 10, seconds: 15 * 60 }
/** Calls of somebody who has come back, files among them. */
export const comingBack: Limit = { name: 'calls about a case', tries: 60, seconds: 60 }
/** New cases from one place, and of one form together: nobody is to bury those who handle them. */
export const reportsFromPlace: Limit = { name: 'cases from a place', tries: 10, seconds: 3600 }
export const reportsOfForm: Limit = { name: 'cases of a form', tries: 300, seconds: 24 * 3600 }
