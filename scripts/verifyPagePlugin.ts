/**
 * Makes `verify.html`, the page that is in every bundle: its script, its style and its texts stand in it, and a policy
 * of its own keeps it from loading anything. It lies beside what browsers are served, in a folder whose name begins
 * with a dot.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { locales } from '#shared/lib/language.ts'
import { mergedTexts } from './localesPlugin.ts'

const folder = fileURLToPath(new URL('../web/bundle/', import.meta.url))

/** The whole page. Rejects when its script does not build. */
export async function buildVerifyPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: folder,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(folder, 'verify.ts'), output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const chunk = output && 'output' in output ? output.output.find(one => one.type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('The page that checks bundles was not built.')
  const script = chunk.code.replaceAll(/<\/script/gi, '<\\/script').trim()
  const style = readFileSync(join(folder, 'verify.css'), 'utf8')
  const texts = Object.fromEntries(locales.map(locale => [locale, { bundle: mergedTexts(locale).bundle }]))
  const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}; base-uri 'none'; form-action 'none'`
  return readFileSync(join(folder, 'verify.html'), 'utf8')
    .replace(
      '<title>',
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>\n<title>`,
    )
    .replace(
      '</body>',
      () =>
        `<script type="application/json" id="texts">${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>\n<script>${script}</script>\n</body>`,
    )
}

const sourceOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** Writes it beside the built app. */
export function verifyPage(): Plugin {
  return {
    name: 'tend-verify-page',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) throw new Error('The build has no folder.')
      mkdirSync(join(dir, '.bundle'), { recursive: true })
      writeFileSync(join(dir, '.bundle', 'verify.html'), await buildVerifyPage())
    },
  }
}
