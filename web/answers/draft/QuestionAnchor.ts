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
