import type { Definition } from '#shared/forms/definition.ts'
import { rememberSource, textsOf } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { locales } from '#shared/lib/language.ts'

const known = new WeakMap<Definition, Map<string, LocalizedText>>()

/** The texts of a form by their key; looked up once for each form. */
function textsIn(definition: Definition): Map<string, LocalizedText> {
  const texts = known.get(definition) ?? new Map(textsOf(definition).map(({ key, text }) => [key, text]))
  known.set(definition, texts)
  return texts
}

/**
 * The form after a change, which remembers from which words each translation was made: whoever writes a translation makes it from what
 * stands in the form's own language now, and one whose original has changed since is stale.
 */
export function withRememberedTexts(before: Definition, after: Definition): Definition {
  if (before.default_language !== after.default_language) return after
  const earlier = textsIn(before)
  let definition = after
  for (const [key, text] of textsIn(after)) {
    const was = earlier.get(key)
    if (!was || was === text) continue
    for (const language of locales) {
      if (was[language] === text[language]) continue
      const translated_from = rememberSource(definition, { key, language, before: was })
      if (Object.keys(translated_from).length > 0) definition = { ...definition, translated_from }
    }
  }
  if (definition !== after) known.set(definition, textsIn(after))
  return definition
}
