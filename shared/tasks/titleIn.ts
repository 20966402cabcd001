import type { LocalizedText } from '../lib/fields.ts'
import { defaultLocale, type Locale } from '../lib/language.ts'

export type Titled = { title: string; titles?: LocalizedText | null | undefined }

/** A task's title as one reader sees it: of one that was made from a form, as the form is called in their language. */
export const titleIn = ({ title, titles }: Titled, asked: Locale = defaultLocale): string =>
  titles?.[asked]?.trim() || title
