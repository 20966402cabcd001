/**
 * The ready guides, as data files in `templates/`, one per guide and named after its key. Adding one takes a file and
 * nothing else; a file with a mistake is refused with its name and the place.
 */
import { z } from 'zod'
import { cleanGuideText, cleanGuideTitle, drawingPath } from '#shared/guides/guideText.ts'
import { guideCategories } from '#shared/guides/rules.ts'
import { type Locale, locales } from '#shared/lib/language.ts'
import { readDataFiles } from '../lib/dataFiles.ts'

const inEachLanguage = <Text extends z.ZodType>(text: Text) => z.record(z.enum(locales), text)

const GuideFile = z.strictObject({
  key: z.string().regex(/^[a-z0-9-]{1,64}$/),
  category: z.enum(guideCategories),
  title: inEachLanguage(z.string().min(1).max(200)),
  /** Markdown, line by line; a line `{drawing}` is where the drawing appears. */
  body: inEachLanguage(z.array(z.string())),
  /** What the drawing shows. */
  shown: inEachLanguage(z.string().min(1).max(300)),
  /** SVG without words, line by line. */
  drawing: z.array(z.string()),
})

export type GuideTemplate = {
  key: string
  category: z.infer<typeof GuideFile>['category']
  title: Record<Locale, string>
  body: Record<Locale, string>
  drawing: string
}

let templates: GuideTemplate[] | undefined

/** All ready guides in the order of their keys, read and checked once. */
export const listGuideTemplates = (): GuideTemplate[] => {
  templates ??= readGuideTemplates(new URL('templates/', import.meta.url))
  return templates
}

/** Reads the ready guides of a folder; throws when one could not be published as it is. */
export const readGuideTemplates = (folder: URL): GuideTemplate[] =>
  readDataFiles(folder, { called: 'Ready guide', shape: GuideFile, mistakesIn }).map(
    ({ body, shown, drawing, ...guide }) => ({ ...guide, drawing: drawing.join('\n'), body: textsOf({ body, shown }) }),
  )

type Written = Pick<z.infer<typeof GuideFile>, 'body' | 'shown'>

const textsOf = ({ body, shown }: Written) =>
  Object.fromEntries(
    locales.map(locale => [
      locale,
      body[locale].join('\n').replace('{drawing}', `![${shown[locale]}](/storage/${drawingPath})`),
    ]),
  ) as Record<Locale, string>

function mistakesIn(guide: z.infer<typeof GuideFile>): string[] {
  const texts = textsOf(guide)
  return locales.flatMap(locale => [
    ...(guide.body[locale].filter(line => line === '{drawing}').length === 1 ? [] : [`body.${locale}: no {drawing}`]),
    ...(cleanGuideText(texts[locale]) === texts[locale] ? [] : [`body.${locale}: text that would be changed`]),
    ...(cleanGuideTitle(guide.title[locale]) === guide.title[locale] ? [] : [`title.${locale}: is no plain text`]),
  ])
}
