/** What a form is about, for finding it among many; apart from the contract, so that the browser needs no schemas to offer them. */
export const formCategories = ['welfare', 'daily', 'transport', 'workplace', 'other'] as const
export type FormCategory = (typeof formCategories)[number]
