/** The page sizes that a person chooses among; apart from `Paging`, so that lists in the browser need no schemas. */
export const pageSizes = [5, 10, 20, 25, 50, 100] as const
export const defaultPageSize = 25

/** Whether every size shows all of so many rows: such a list has nothing to page. */
export const fitsEveryPage = (rows: number): boolean => rows <= pageSizes[0]
