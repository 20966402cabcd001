import type { Editor } from '@tiptap/core'

/** What the editor holds, as guides keep it: signs stand as they were typed, because nothing of a guide is ever read as markup. */
export const markdownOf = (editor: Editor): string =>
  editor.getMarkdown().trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
