import { useTranslation } from 'react-i18next'
import type { Definition, Element } from '#shared/forms/definition.ts'
import { isQuestion } from '#shared/forms/elements.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { languages } from '#shared/lib/language.ts'
import type { MergedContent } from '../saving/mergeContent.ts'
import { findChoiceSet } from '../structure/choiceSets.ts'
import type { FormContent } from '../structure/content.ts'
import { findElement, findSection } from '../structure/structure.ts'
import { useLogicSentences, useScoringWords, useSentences, useTriggerSentences } from './useSentences.ts'

type Sides = Pick<MergedContent, 'mine' | 'theirs'>

/** The parts of a form in words, where two versions of them are compared: what is said in one and not in the other. */
export function usePartWords(read: (text: LocalizedText | undefined) => string) {
  const { t } = useTranslation()
  const sentences = useSentences(read)
  const scoringWords = useScoringWords()
  const logicSentences = useLogicSentences()
  const triggerSentence = useTriggerSentences()

  const elementOf = ({ definition }: FormContent, part: string) => {
    const id = part.split(':')[1] ?? ''
    return findElement(definition, id)?.label ?? findSection(definition, id)?.title
  }

  function nameOf(part: string, { mine, theirs }: Sides): string {
    if (part.includes(':')) return read(elementOf(mine, part) ?? elementOf(theirs, part)) || t('formEditor.form')
    const names: Record<string, string> = {
      name: t('forms.name'),
      description: t('formProperties.description'),
      category: t('forms.category'),
      default_language: t('formProperties.ownLanguage'),
      scoring: t('formProperties.scoring'),
      footer: t('formProperties.footer'),
      settings: t('formProperties.settings'),
      order: t('formProperties.order'),
    }
    return names[part] ?? t('formEditor.form')
  }

  function linesOf(part: string, content: FormContent): string[] {
    const { name, description, category, definition } = content
    const [kind, id = ''] = part.split(':')
    switch (kind) {
      case 'name':
        return texts(name)
      case 'description':
        return texts(description)
      case 'category':
        return [t(`forms.categories.${category}`)]
      case 'default_language':
        return languages.filter(({ locale }) => locale === definition.default_language).map(language => language.name)
      case 'scoring':
        return scoringWords(definition.scoring)
      case 'footer':
        return texts(definition.footer)
      case 'settings':
        return [
          ...(definition.settings?.score_preview ? [t('formProperties.scorePreview')] : []),
          ...texts(definition.settings?.thanks),
        ]
      case 'form':
        return ['default_language', 'scoring', 'footer', 'settings'].flatMap(one => linesOf(one, content))
      case 'trigger':
        return (definition.triggers ?? []).filter(trigger => trigger.id === id).map(triggerSentence)
      case 'choice_set':
        return (findChoiceSet(definition, id)?.choices ?? []).flatMap(choice => texts(choice.label))
      case 'element':
        return elementLines(findElement(definition, id))
      case 'section': {
        const section = findSection(definition, id)
        return section ? [...texts(section.title), ...texts(section.hint)] : [t('formLogic.gone')]
      }
      default:
        return orderOf(definition)
    }
  }

  const orderOf = ({ sections }: Definition) =>
    sections.map(({ title, questions }) => `${read(title)}: ${questions.map(({ label }) => read(label)).join(', ')}`)

  function elementLines(element: Element | undefined): string[] {
    if (!element) return [t('formLogic.gone')]
    const asked = isQuestion(element) && element.type !== 'calculated' && element.type !== 'hidden'
    return [
      t(`forms.types.${element.type}`),
      ...texts(element.label),
      ...texts(element.hint),
      ...(element.type === 'instruction' ? texts(element.body) : []),
      ...(isQuestion(element) ? texts(element.source) : []),
      ...(asked ? [element.required ? t('formProperties.required') : t('formEditor.optional')] : []),
      ...('choices' in element ? element.choices.flatMap(choice => texts(choice.label)) : []),
      ...sentences(element),
      ...logicSentences(element),
    ]
  }

  return {
    nameOf,
    differencesOf(part: string, { mine, theirs }: Sides) {
      const [here, there] = [linesOf(part, mine), linesOf(part, theirs)]
      const only = (lines: string[], others: string[]) => lines.filter(line => !others.includes(line))
      return { mine: only(here, there), theirs: only(there, here) }
    },
  }
}

/** Every language of a text, each with its name where there are several. */
function texts(text: LocalizedText | undefined): string[] {
  const written = languages.filter(({ locale }) => text?.[locale])
  return written.map(({ locale, name }) => (written.length > 1 ? `${name}: ${text?.[locale]}` : (text?.[locale] ?? '')))
}
