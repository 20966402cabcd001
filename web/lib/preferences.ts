/** What a person set about the looks of tend: cookies of 30 days, named as the specification's section 9 asks. */
const seconds = 30 * 24 * 60 * 60

export type Preference =
  | 'language'
  | 'navbar-blur'
  | 'nav-collapsed'
  | 'content-width'
  | 'color-scheme'
  | 'theme'
  | 'semi-dark'
  | 'skin'

/** The stored value, or undefined when nothing was chosen. */
export function readPreference(name: Preference): string | undefined {
  return new RegExp(`(?:^|; )tend-${name}=([^;]*)`).exec(document.cookie)?.[1]
}

export function writePreference(name: Preference, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that barns still use
  document.cookie = `tend-${name}=${value}; Max-Age=${seconds}; Path=/; SameSite=Lax`
}
