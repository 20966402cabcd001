/** Where a form is filled in, without a task that asks for it. */
export const fillInPath = (formId: number) => `/submission/filling/new?form=${formId}`
