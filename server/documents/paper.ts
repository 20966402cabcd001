/** What makes a document the same as one that was printed before. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { canonicalJson } from '#shared/lib/canonicalJson.ts'
import type { Locale } from '#shared/lib/language.ts'
import type { Template } from '../lib/pdf/template.ts'
import { sha256 } from '../lib/security/sha256.ts'
import type { Paper } from './questions.ts'

const server = join(import.meta.dirname, '..')
const shared = ['lib/pdf/look.typ', 'lib/pdf/pictures.typ']

/** Below the server's folder, with slashes: as it stands in the database. */
export const templatePath = ({ file }: Template<object>): string => relative(server, file).split(sep).join('/')

export const templateFile = (path: string): string => join(server, path)

/** The SHA-256 of all that is printed but the moment, and of how. Logos and photos are known by their paths: what lies there never changes. */
export function inputHash(paper: Paper, locale: Locale): string {
  const { kind, recordId, version = null, template, data, timeless = {}, pictures = {}, filename, record } = paper
  const path = templatePath(template)
  return sha256(
    canonicalJson({
      ...{ kind, record_id: recordId, version, locale, pictures, filename },
      look: lookOf(path),
      // One that was printed before its record was sealed too is another one.
      ...(record && { with_record: true }),
      data: { ...data, ...timeless },
    }),
  )
}

const looks = new Map<string, string>()

/** Another release may draw the same data otherwise. */
export function lookOf(path: string): string {
  const known =
    looks.get(path) ?? sha256([path, ...shared].map(file => readFileSync(templateFile(file), 'utf8')).join(''))
  looks.set(path, known)
  return known
}
