/**
 * Texts live beside their language, one file per feature (`web/locales/hu/tasks.json`). The browser fetches them
 * merged: `/locales/hu.start.json` with what sign-in and public forms need, so that the first paint is not kept
 * waiting, `/locales/hu.form.json` with what else a public form or a helper's page needs, and `/locales/hu.json` with
 * everything.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { writeTextTypes } from './textTypes.ts'

const folder = fileURLToPath(new URL('../web/locales/', import.meta.url))
const parts = {
  start: ['common', 'auth', 'problem', 'public'],
  form: ['dates', 'filling', 'helpers', 'map', 'publicCase', 'publicForm', 'submissions', 'verify'],
}
type Part = keyof typeof parts

/** All texts of a language by feature, or those of a part. */
export function mergedTexts(locale: string, part?: Part): Record<string, unknown> {
  const features = readdirSync(folder + locale)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -'.json'.length))
    .filter(feature => !part || parts[part].includes(feature))
  return Object.fromEntries(
    features.map(feature => [feature, JSON.parse(readFileSync(`${folder}${locale}/${feature}.json`, 'utf8'))]),
  )
}

const localeFolders = () =>
  readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)

/**
 * Serves the merged files in development and writes them in a build; brings the types of their keys up to date in both.
 */
export function locales(): Plugin {
  return {
    name: 'tend-locales',
    buildStart: writeTextTypes,
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const [, locale, part] = /^\/([a-z]{2})(?:\.(start|form))?\.json/.exec(request.url ?? '') ?? []
        if (!locale || !localeFolders().includes(locale)) return next()
        response.setHeader('Content-Type', 'application/json')
        response.end(JSON.stringify(mergedTexts(locale, part as Part | undefined)))
      })
      server.watcher.on('change', path => {
        if (path.startsWith(folder)) server.ws.send({ type: 'full-reload' })
      })
    },
    generateBundle() {
      for (const locale of localeFolders()) {
        const emit = (fileName: string, texts: object) =>
          this.emitFile({ type: 'asset', fileName, source: JSON.stringify(texts) })
        emit(`locales/${locale}.json`, mergedTexts(locale))
        for (const part of ['start', 'form'] as const) emit(`locales/${locale}.${part}.json`, mergedTexts(locale, part))
      }
    },
  }
}
