/** The database finds as the browser does: what is compared in lists of choices is searched for in registers, too. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { animals } from '#shared/animals/contract.ts'
import { normalizedIdentifier, normalizedText } from '#shared/lib/folding.ts'
import { foldedText, soughtTexts, textHolds } from '#shared/lib/searching.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { search } from '#shared/search/contract.ts'
import { company } from '../../test/people.ts'
import { tend } from '../../test/tend.ts'

let owner: Client
beforeAll(async () => {
  owner = new Client({ connectionString: (await tend()).ownerUrl })
  await owner.connect()
})
afterAll(() => owner.end())

const words = [
  ...[
    'Müller',
    'Mueller',
    'MÜLLER',
    'Mu\u0308ller',
    'Samuel',
    'Győr',
    'Gyo\u030br',
    'Ødegård',
    'Straße',
    'GROẞ',
    'Łódź',
    'İzmir',
    'Ħal',
    'œuvre',
  ],
  ...[
    '١٢',
    '۱۲',
    '१२',
    '１２',
    'KLM–1',
    'KLM−1',
    'KLM‑1',
    'ＫＬＭ－１',
    'KLM-1\u200e',
    'Gy\u00adőr',
    ' a\u00a0\u2009 b\tc ',
    'L’Étable',
    '`a´',
  ],
  ...['أحمد', 'مُحَمَّد', 'مـحمد', 'ﻻ', 'مدرسة', 'یکی', 'مؤسسة', 'ΟΔΟΣ', 'Ёжик', 'plain words'],
]
const folded = async (name: string, texts: string[]) =>
  (
    await owner.query(
      `select ${name}(said) as said from unnest($1::text[]) with ordinality as t (said, at) order by at`,
      [texts],
    )
  ).rows.map(({ said }) => said)

test('the database folds words and every letter and digit of ours as tend does', async () => {
  expect(await folded('fold_plain', words)).toEqual(words.map(foldedText))
  expect(await folded('normalized_text', words)).toEqual(words.map(normalizedText))
  // What a text is kept under, and what is asked for, which is one line by itself.
  expect(await folded('fold', words)).toEqual(words.map(word => soughtTexts(word).join('\n')))
  expect(await folded('fold', words.flatMap(soughtTexts))).toEqual(words.flatMap(soughtTexts))
  const marks = ['KLM–1', 'ＫＬＭ－１', ' KLM-١\u200e']
  expect(await folded('normalized_identifier', marks)).toEqual(marks.map(normalizedIdentifier))
  // The database takes the strokes of more letters away, which the browser leaves as they are.
  const scripts = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew'].map(script => `\\p{Script=${script}}`)
  const known = new RegExp(`[${scripts.join('')}\\p{Nd}\\p{M}\\p{Zs}\\p{Pd}]`, 'u')
  const signs = Array.from({ length: 0xa000 }, (_, at) => String.fromCharCode(at + 1)).filter(
    sign =>
      known.test(sign) &&
      foldedText(sign) !== sign.toLowerCase() &&
      !/(?![a-z])\p{Script=Latin}/u.test(foldedText(sign)),
  )
  const asked = signs.map(sign => `a${sign}b`)
  const kept = await folded('fold_plain', asked)
  expect(asked.map((one, at) => `${one} ${kept[at]}`)).toEqual(asked.map(one => `${one} ${foldedText(one)}`))
})

test('lists, the palette and messages find other spellings', async () => {
  const { manager, worker } = await company()
  const [boss, hand] = [await manager(), await worker()]
  const { id } = await boss.call(messaging.create, { type: 'group', title: 'Barn', user_ids: [hand.id] })
  const names = ['Müller', 'Mueller', 'Samuel', 'Győr', '١٢', 'Nord–Süd', 'Straße']
  for (const name of names) {
    await boss.call(animals.create, { name, species: 'cattle' })
    await boss.call(messaging.post, { id, message_text: `${name} ok` })
  }
  for (const asked of [
    'Mueller',
    'muller',
    'Müller',
    'MU\u0308LLER',
    'gyor',
    '12',
    '۱۲',
    'nord-süd',
    'nord-sued',
    'strasse',
    'samuel',
    'samul',
  ]) {
    const holding = names.filter(name => textHolds(name, asked)).sort()
    const listed = (await boss.call(animals.list, { search: asked })).data.map(({ name }) => name)
    expect(listed.sort(), asked).toEqual(holding)
    const inPalette = (await boss.call(search.find, { q: asked })).map(({ title }) => title)
    expect(inPalette, asked).toEqual(expect.arrayContaining(holding))
    const said = (await hand.call(messaging.search, { id, q: asked })).map(({ message }) =>
      message.message_text.slice(0, -3),
    )
    expect(said, asked).toEqual(expect.arrayContaining(holding))
  }
})
