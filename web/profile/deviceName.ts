/**
 * What a browser calls itself, as people call it: "Chrome, Android". Names are proper names, the same in every
 * language.
 */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: [RegExp, string][], agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/** Undefined for what no browser says. */
export function deviceName(agent: string | null): string | undefined {
  const found = [nameIn(browsers, agent ?? ''), nameIn(systems, agent ?? '')].filter(name => name !== undefined)
  return found.length > 0 ? found.join(', ') : undefined
}
