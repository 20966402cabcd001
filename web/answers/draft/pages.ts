import type { Definition, Section } from '#shared/forms/definition.ts'

/** One page: a section, with those after it that share the page. */
export type Page = { id: string; sections: Section[] }

/** All pages of a form, whether there is something to see on them now or not. */
export function pagesOf({ sections }: Definition): Page[] {
  const pages: Page[] = []
  for (const section of sections) {
    const page = pages.at(-1)
    if (page && section.same_page) page.sections.push(section)
    else pages.push({ id: section.id, sections: [section] })
  }
  return pages
}

/** The anchor of a question on its screen. */
export const anchorOf = (questionId: string) => `question-${questionId}`

/** The key to which an anchor leads. */
export const keyOfAnchor = (hash: string): string | undefined =>
  hash.startsWith('question-') ? decodeURIComponent(hash.slice('question-'.length)) : undefined

/** Takes the keyboard to a question: the means of answering comes before the buttons around it. */
export function focusAnswer(question: HTMLElement): void {
  const wanted = ['input:not([type=file]), textarea', 'button:not([aria-haspopup])']
  const found = wanted.map(selector => question.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus({ preventScroll: true })
}
