/** What tells the form of a copy that can be brought in, and the shape of it (`copiedForm.ts`). */
export const copyFormat = 'tend form 1'
