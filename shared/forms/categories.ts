/** Categories of forms. Separate from the contract, so that the browser loads no schemas for them. */
export const formCategories = ['welfare', 'daily', 'transport', 'workplace', 'other'] as const
export type FormCategory = (typeof formCategories)[number]
