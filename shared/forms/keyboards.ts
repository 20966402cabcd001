/** Keyboards that a phone offers for a text. */
export const keyboards = ['phone', 'numbers', 'decimals', 'email', 'url'] as const
export type Keyboard = (typeof keyboards)[number]
