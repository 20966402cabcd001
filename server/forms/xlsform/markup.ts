/** Labels of ODK may hold HTML; tend's hold Markdown only. What has a twin becomes it, other tags go and their words stay. */

const twins: [RegExp, string][] = [
  [/<\s*br\s*\/?\s*>/gi, '\n'],
  [/<\s*(?:b|strong)\s*>([^<]*)<\s*\/\s*(?:b|strong)\s*>/gi, '**$1**'],
  [/<\s*(?:i|em)\s*>([^<]*)<\s*\/\s*(?:i|em)\s*>/gi, '_$1_'],
]
const tags =
  /<\/?(?:span|font|p|div|u|b|strong|i|em|h[1-6]|ul|ol|li|a|center|small|big|sub|sup|img|table|tr|td|th|tbody|thead)(?:\s[^<>]*)?\/?>/gi

const headingSigns = /^#{1,6}\s+/gm
const escapedSigns = /^\\(?=#{1,6}\s)/gm

/** A label of ODK without the signs that make it a heading there: tend's labels show what they begin with. */
export const withoutHeadingSigns = (text: string): string =>
  text.includes('#') ? text.replace(headingSigns, '').replace(escapedSigns, '') : text

/** A label of tend for ODK, which would take its first sign for that of a heading. */
export const withEscapedSigns = (text: string): string => text.replace(/^(?=#{1,6}\s)/gm, '\\')

/** The text in Markdown, and whether something of its looks was lost. */
export function withoutHtml(text: string): { text: string; isLess: boolean } {
  if (!text.includes('<')) return { text, isLess: false }
  const marked = twins.reduce((sofar, [pattern, twin]) => sofar.replace(pattern, twin), text)
  const plain = marked.replace(tags, '').trim()
  return { text: plain, isLess: plain !== marked.trim() }
}
