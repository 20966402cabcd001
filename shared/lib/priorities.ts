/** How pressing a task is, from least to most; apart from the contract, so that the browser needs no schemas to offer them. */
export const priorities = ['low', 'normal', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]
