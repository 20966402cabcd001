/** Labels of ODK may hold HTML; tend's hold Markdown only. What has a twin becomes it, other tags go and their words stay. */

const twins: [RegExp, string][] = [
  [/<\s*br\s*\/?\s*>/gi, '\n'],
  [/<\s*(?:b|strong)\s*>([^<]*)<\s*\/\s*(?:b|strong)\s*>/gi, '**$1**'],
  [/<\s*(?:i|em)\s*>([^<]*)<\s*\/\s*(?:i|em)\s*>/gi, '_$1_'],
]
const tags =
  /<\/?(?:span|font|p|div|u|b|strong|i|em|h[1-6]|ul|ol|li|a|center|small|big|sub|sup|img|table|tr|td|th|tbody|thead)(?:\s[^<>]*)?\/?>/gi

/** The text in Markdown, and whether something of its looks was lost. */
export function withoutHtml(text: string): { text: string; isLess: boolean } {
  if (!text.includes('<')) return { text, isLess: false }
  const marked = twins.reduce((sofar, [pattern, twin]) => sofar.replace(pattern, twin), text)
  const plain = marked.replace(tags, '').trim()
  return { text: plain, isLess: plain !== marked.trim() }
}
