/**
 * Moves the focus to the heading of a page, or to the first field of a sheet, as soon as that is there. It stays where
 * the person or the page has put it in between; nothing scrolls.
 */
const fields =
  'input:enabled:not([type="hidden"], [type="file"]), textarea:enabled, select:enabled, [contenteditable="true"]'

/** Dialogs that close give the keyboard back a moment later, to what opened them; it was wanted here. */
const afterwards = 500

/** The heading of a page, once the page is there. */
const headingOf = (page: HTMLElement) =>
  page.querySelector<HTMLElement>('h1') ??
  (page.querySelector('[aria-busy="true"]') ? null : page.querySelector<HTMLElement>('h2'))

/** The first thing to write or choose in a sheet, unless the sheet names another. */
function fieldOf(sheet: HTMLElement): HTMLElement | undefined {
  const named = sheet.querySelector<HTMLElement>('[data-autofocus]')
  if (named) return named
  const shown = [...sheet.querySelectorAll<HTMLElement>(fields)].filter(field => field.getClientRects().length > 0)
  const [first] = shown
  const isSet = first instanceof HTMLInputElement && first.type === 'radio' && first.name !== ''
  // The keyboard comes to a set of radios by the one that is chosen.
  return (
    (isSet && shown.find(one => one instanceof HTMLInputElement && one.name === first.name && one.checked)) || first
  )
}

/** Takes the keyboard to the heading of the page in `root`; returns what ends the wait for it. */
export const focusHeading = (root: HTMLElement) => focusWhenThere(root, headingOf)

/** As the `ref` of what a sheet holds: takes the keyboard to the first field in there. */
export function focusFirstField(root: HTMLElement | null): (() => void) | undefined {
  if (!root) return
  // Where the dialog itself puts the keyboard a moment later; its cross comes first otherwise.
  const beginning = fieldOf(root) ?? root.closest('[role="dialog"]')?.querySelector('[data-heading]')
  beginning?.setAttribute('data-autofocus', '')
  return focusWhenThere(root, fieldOf)
}

function focusWhenThere(root: HTMLElement, find: (root: HTMLElement) => HTMLElement | null | undefined): () => void {
  const ended = new AbortController()
  const end = () => ended.abort()
  const listen = { capture: true, signal: ended.signal }
  const look = () => {
    if (isAt(root)) return end()
    const found = find(root)
    if (!found) return
    // Read out, and no stop of the Tab key.
    if (/^H\d$/.test(found.tagName) && !found.hasAttribute('tabindex')) found.tabIndex = -1
    found.focus({ preventScroll: true })
    changes.disconnect()
    setTimeout(end, afterwards)
    document.addEventListener(
      'focusin',
      ({ target }) => {
        if (!(target instanceof Element) || root.contains(target)) return
        if (target.closest('[role="dialog"]') === root.closest('[role="dialog"]')) found.focus({ preventScroll: true })
        else end()
      },
      listen,
    )
  }
  const changes = new MutationObserver(look)
  ended.signal.addEventListener('abort', () => changes.disconnect())
  changes.observe(root, { childList: true, subtree: true })
  for (const act of ['keydown', 'pointerdown'] as const) document.addEventListener(act, end, listen)
  look()
  return end
}

/**
 * Something of it is at the keyboard already: what the page put there, or what somebody is at while its address
 * changes.
 */
const isAt = (root: HTMLElement) => document.activeElement !== root && root.contains(document.activeElement)
