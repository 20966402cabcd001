import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kindsOfBusiness } from '#shared/companies/rules.ts'
import { questionsOf as formQuestions, isQuestion, placedElements } from '#shared/forms/elements.ts'
import { evaluate } from '#shared/forms/logic.ts'
import { expressionMistakes } from '#shared/forms/mistakes/expressionMistakes.ts'
import type { Question } from '#shared/forms/questions.ts'
import { maxPoints } from '#shared/forms/scoreAnswer.ts'
import { textsOf } from '#shared/forms/texts.ts'
import { defaultLocale, locales } from '#shared/lib/language.ts'
import { bestAnswers, worstAnswers } from '#testing/forms/templateAnswers.ts'
import { roundTrip } from '#testing/xlsform/roundTrip.ts'
import { listTemplates, readTemplates, type Template } from './templates.ts'

const all = listTemplates()
const questionsOf = ({ definition }: Template) => formQuestions(definition)

/** Words that two languages write alike. */
const alike = new Set(['Normal', 'Position', 'Photos', 'Transport', 'Animal'])

/** Questions with choices of which none is better: they describe, decide what follows, or are calculated with. */
const notScored: Record<string, string[]> = {
  'broiler-house-visit': ['limit'],
  'confidential-concern': ['topic', 'ongoing', 'how_known', 'relation', 'told'],
  'horse-stable-visit': ['level'],
  'incident-near-miss': ['type', 'harmed', 'likely', 'could_be'],
  'journey-and-arrival': ['species', 'stop_care'],
  'laying-hen-visit': ['system'],
  'lifting-equipment-check': ['kind'],
  'medicine-record': ['route'],
  'movement-entry': ['direction', 'species', 'reason'],
  'sheep-flock-visit': ['kept'],
  'vehicle-walk-round': ['kind'],
  'wellbeing-pulse': [
    ...['time_enough', 'rest_enough', 'say_how', 'ideas_heard', 'manager_helps', 'team_helps', 'respect', 'speak_up'],
    ...['know_expected', 'know_matters', 'told_early', 'asked_first'],
  ],
}

/** How each language says how long it takes. */
const minutes = { en: /minutes?\b/i, hu: /perc/i, de: /Minuten?\b/, fr: /minutes?\b/i, ar: /دقيق|دقائق/ }

test('the templates of each trade are there', () => {
  expect(all.map(({ key }) => key)).toEqual([
    'broiler-house-visit',
    'confidential-concern',
    'daily-pen-check',
    'dairy-cow-visit',
    'fire-first-aid-round',
    'growing-pig-visit',
    'horse-stable-visit',
    'incident-near-miss',
    'journey-and-arrival',
    'laying-hen-visit',
    'lifting-equipment-check',
    'medicine-record',
    'movement-entry',
    'sheep-flock-visit',
    'transport-pre-departure',
    'vehicle-cleaning',
    'vehicle-walk-round',
    'wellbeing-pulse',
    'workplace-safety-walk',
    'workshop-machine-check',
  ])
})

test.each(kindsOfBusiness)('a company of the kind %s begins with three templates or more', kind => {
  expect(all.filter(({ kinds }) => kinds?.includes(kind)).length).toBeGreaterThanOrEqual(3)
})

test.each(['cattle', 'sheep', 'goat', 'pig', 'horse', 'chicken'] as const)('%s have three templates or more', one => {
  const fits = ({ species, category }: Template) => species?.includes(one) || (!species && category === 'daily')
  expect(all.filter(fits).length).toBeGreaterThanOrEqual(3)
})

describe.each(all)('$key', template => {
  const { name, description, definition } = template
  const texts = [{ path: 'name', text: name }, { path: 'description', text: description }, ...textsOf(definition)]
  /** Records of what happened have no score: they are complete or not, and may open tasks. */
  const isScored = definition.scoring !== undefined
  const evaluated = {
    best: evaluate(definition, bestAnswers(template)),
    worst: evaluate(definition, worstAnswers(template)),
  }

  test.each([...locales])('is complete in %s', locale => {
    expect(texts.filter(({ text }) => !text[locale]?.trim()).map(({ path }) => path)).toEqual([])
  })

  test('has a text of its own in each language', () => {
    // Units such as % and °C, and words that two languages share, are short.
    const copied = texts.filter(({ text }) => new Set(Object.values(text)).size < locales.length)
    expect(copied.filter(({ text }) => (text.en ?? '').length > 20).map(({ path }) => path)).toEqual([])
    const english = texts.filter(({ path, text }) => !path.endsWith('.unit') && !alike.has(text.en ?? ''))
    const untranslated = ({ text }: (typeof texts)[number]) =>
      locales.some(locale => locale !== defaultLocale && text[locale] === text.en)
    expect(english.filter(untranslated).map(({ path, text }) => `${path}: ${text.en}`)).toEqual([])
  })

  test('writes Arabic in Arabic script, and the others not', () => {
    const arabic = /\p{Script=Arabic}/u
    const wrong = texts.filter(
      ({ path, text: { ar = '', ...others } }) =>
        (!arabic.test(ar) && !path.endsWith('.unit')) || arabic.test(Object.values(others).join()),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('says how many minutes it takes', () => {
    expect(locales.filter(locale => !minutes[locale].test(description[locale] ?? ''))).toEqual([])
  })

  test('says that it is no certified protocol, and borrows no protocol name', () => {
    expect(definition.footer?.en).toMatch(/not a certified/)
    expect(JSON.stringify(template)).not.toMatch(/welfare quality|AWIN|AssureWel|WHO-?5|Red Tractor/i)
  })

  test('points to no address and to no guide of a company', () => {
    expect(JSON.stringify(template)).not.toMatch(/https?:|www\.|\]\(|"guide"/)
  })

  test('names in each text only answers that it asks for, the same in each language', () => {
    const ids = new Set(placedElements(definition).map(({ element }) => element.id))
    const named = (text = '') => [...text.matchAll(/\$\{([^}]+)\}/g)].map(([, id]) => id ?? '').sort()
    const wrong = texts.filter(({ text }) =>
      locales.some(
        locale => `${named(text[locale])}` !== `${named(text.en)}` || named(text[locale]).some(id => !ids.has(id)),
      ),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('judges each choice of a question or none', () => {
    const isHalfJudged = (question: Question) => {
      const applying = 'choices' in question ? question.choices.filter(choice => !choice.not_applicable) : []
      const byPoints = applying.filter(({ points }) => points !== undefined).length
      const byGrade = applying.filter(({ grade }) => grade !== undefined).length
      return [byPoints, byGrade].some(judged => judged > 0 && judged < applying.length)
    }
    expect(
      questionsOf(template)
        .filter(isHalfJudged)
        .map(({ id }) => id),
    ).toEqual([])
  })

  test('judges by its choices, or is listed as not scored', () => {
    const isNotJudged = (question: Question) =>
      'choices' in question &&
      !question.choices.some(choice => [choice.points, choice.grade, choice.fails].some(one => one !== undefined))
    const found = questionsOf(template).filter(isNotJudged)
    expect(found.map(({ id }) => id)).toEqual(notScored[template.key] ?? [])
  })

  test('names the law of each number that is critical', () => {
    const isLimit = (question: Question) =>
      'ranges' in question && question.critical && question.ranges?.some(({ fails }) => fails)
    const limits = questionsOf(template).filter(isLimit)
    expect(limits.filter(({ source }) => !source?.en).map(({ id }) => id)).toEqual([])
  })

  test('has only expressions that can be computed', () => {
    expect(expressionMistakes(definition).map(({ path, code }) => `${template.key} ${path}: ${code}`)).toEqual([])
  })

  test('is the same after a spreadsheet took it elsewhere and back', async () => {
    const { definition: back, findings } = await roundTrip(definition)
    expect(findings.faults).toEqual([])
    expect(back).toEqual(definition)
  })

  test('every critical question names what to do when it fails', () => {
    const critical = questionsOf(template).filter(question => 'critical' in question && question.critical)
    if (isScored) expect(critical).not.toEqual([])
    expect(critical.filter(question => !('when_failed' in question && question.when_failed?.task))).toEqual([])
  })

  test('animals scored one by one give shares and no points', () => {
    const rows = placedElements(definition).filter(({ repeats }) => repeats.length > 0)
    expect(rows.flatMap(({ element }) => (isQuestion(element) && maxPoints(element) > 0 ? [element.id] : []))).toEqual(
      [],
    )
    const { best, worst } = evaluated
    expect(best.score.measures?.filter(({ percent, band }) => percent !== 0 || band !== 'good') ?? []).toEqual([])
    expect(worst.score.measures?.filter(({ percent, band }) => percent !== 100 || band !== 'act') ?? []).toEqual([])
  })

  test.runIf(isScored)('what it comes to sets the state of its subjects', () => {
    expect(evaluated.best.subject_status).toBe('ok')
    expect(evaluated.worst.subject_status).toBe('stop')
  })

  test('what asks for a law has a task, and every law is a critical check, or a required entry of a record', () => {
    const sourced = questionsOf(template).filter(question => question.source)
    if (isScored) expect(sourced).not.toEqual([])
    const isBinding = (question: Question) =>
      ('critical' in question && question.critical) || (!isScored && question.required)
    expect(sourced.filter(question => !isBinding(question)).map(({ id }) => id)).toEqual([])
  })

  test('the best answers give 100 percent, or nothing to score, and open no task', () => {
    const { score, tasks, problems } = evaluated.best
    if (isScored) expect(score).toMatchObject({ percent: 100, passed: true, band: 'good' })
    else expect(score).toMatchObject({ percent: null, max: 0 })
    expect(score.failed).toEqual([])
    expect(tasks).toEqual([])
    expect(problems).toEqual([])
  })

  test('the worst answers fail it, and open each of its tasks', () => {
    const { score, tasks } = evaluated.worst
    if (isScored) expect(score).toMatchObject({ percent: 0, passed: false, band: 'act' })
    const opening = questionsOf(template).flatMap(question => [
      ...('when_failed' in question && question.when_failed?.task ? [question.id] : []),
      ...(question.triggers ?? []).flatMap(({ task }) => (task ? [question.id] : [])),
    ])
    const triggers = (definition.triggers ?? []).flatMap(({ id, task }) => (task ? [id] : []))
    expect(tasks.map(task => task.question_id)).toEqual([...opening, ...triggers])
  })
})

describe('a template file with a mistake stops the start, with its name and the place', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'templates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const reading = (file: string, content: string) => {
    writeFileSync(join(folder, file), content)
    return () => readTemplates(pathToFileURL(`${folder}/`))
  }
  const good = JSON.stringify(all[0])
  const key = all[0]?.key

  test('a copy of a good one is read', () => {
    expect(reading(`${key}.json`, good)()).toEqual([all[0]])
  })
  test('broken JSON', () => {
    expect(reading('barn.json', '{"key":')).toThrow(/barn\.json.*JSON/s)
  })
  test('an unknown property', () => {
    expect(reading(`${key}.json`, good.replace('"critical":true', '"critcal":true'))).toThrow(
      /sections\.\d+\.questions\.\d+: .*critcal/,
    )
  })
  test('a form that could not be published', () => {
    expect(reading(`${key}.json`, good.replaceAll('"required":true', '"required":false'))).toThrow(
      /definition\.sections\.\d+\.questions\.\d+\.required: critical_optional/,
    )
  })
  test('a name that is not its key', () => {
    expect(reading('barn.json', good)).toThrow(/barn\.json.*is not the name of the file/s)
  })
})
