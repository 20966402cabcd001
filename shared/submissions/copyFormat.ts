/** Mark of a copy that can be imported, and the version of its shape (`copiedForm.ts`). */
export const copyFormat = 'tend form 1'
