import { registers } from '../subjects/registry.ts'

/** The lists that keep what somebody makes of them: their columns and their views. */
export const viewedLists = ['submissions', ...registers.map(({ noun }) => noun), 'companyTasks'] as const
export type ViewedList = (typeof viewedLists)[number]

/** So many views a person keeps in a company, and so many a list of it shows of what others share. */
export const mostViews = { own: 50, shared: 50 }
/** How much one view names. */
export const mostInView = { filters: 40, columns: 60 }
