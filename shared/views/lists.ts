import { registers } from '../subjects/registry.ts'

/** Lists with personal columns and saved views. */
export const viewedLists = ['submissions', ...registers.map(({ feature }) => feature), 'companyTasks'] as const
export type ViewedList = (typeof viewedLists)[number]

/** Bounds of a person's views in a company, and of a list's shared views. */
export const maxViews = { own: 50, shared: 50 }
/** Bounds of one view. */
export const maxInView = { filters: 40, columns: 60 }
