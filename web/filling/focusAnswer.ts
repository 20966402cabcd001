/** Takes the keyboard to a question: the means of answering comes before the buttons around it. */
export function focusAnswer(question: HTMLElement): void {
  const wanted = ['input:not([type=file]), textarea', 'button:not([aria-haspopup])']
  const found = wanted.map(selector => question.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus({ preventScroll: true })
}
