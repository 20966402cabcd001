/** Page sizes that a person can choose. Separate from `Paging`, so that lists in the browser load no schemas. */
export const pageSizes = [5, 10, 20, 25, 50, 100] as const
export const defaultPageSize = 25

/** Tells whether the smallest page shows all rows, so that there is nothing to page. */
export const fitsEveryPage = (rows: number): boolean => rows <= pageSizes[0]
