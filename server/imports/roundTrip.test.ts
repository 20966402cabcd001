/** What a register exports comes back unchanged: each register, in each language, as text and as a workbook. */
import { expect, test } from 'vitest'
import { animalGroups, animals } from '#shared/animals/contract.ts'
import { imports, registerExports } from '#shared/imports/contract.ts'
import { exportFormats } from '#shared/lib/fileKinds.ts'
import { locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { subjectTypes } from '#shared/subjects/registry.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { company, type Person } from '../test/people.ts'
import { fieldsOf } from './registerFields.ts'

const notes = '=SUM(1;2)\n"quoted"; with, both\tsigns\n- 18 °C\n1.234'

async function fill(boss: Person, hand: Person) {
  const barn = await boss.call(locations.create, {
    ...{ name: 'Büdös; "régi", ól', type: 'barn', notes, floor_area: 1234.5, capacity_heads: 25_000 },
    ...{ responsible_id: hand.id, address: '1. utca 3' },
  })
  await boss.call(locations.create, { name: 'Pen', type: 'pen', parent_id: barn.id, floor_area: 1.234 })
  await boss.call(locations.create, { name: 'Pen', type: 'pen', parent_id: barn.id, floor_area: 0.001 })
  await boss.call(vehicles.create, {
    ...{ name: 'Lorry', type: 'lorry', plate: 'ABC-123', floor_area: 12.125, model_year: 2024 },
    ...{ vin: '004217', make: '007', model: '1E5', notes },
  })
  await boss.call(vehicles.create, { name: 'Lorry', type: 'lorry' })
  const herd = await boss.call(animalGroups.create, { name: 'Herd', purpose: 'lactation', location_id: barn.id, notes })
  const other = await boss.call(animalGroups.create, { name: 'Herd' })
  const gone = await boss.call(animalGroups.create, { name: 'Gone' })
  const mother = await boss.call(animals.create, {
    ...{ name: 'Daisy', identifier: '004217', species: 'cattle', sex: 'female', breed: 'Simmental', notes },
    ...{ birth_date: '2024-03-01', animal_group_id: herd.id, health_status: 'healthy' },
  })
  const calf = { name: 'Daisy', species: 'cattle', birth_date: '2026-04-03', mother_id: mother.id } as const
  await boss.call(animals.create, { ...calf, animal_group_id: other.id, breed: 'Our own' })
  await boss.call(animals.create, { ...calf, animal_group_id: gone.id, identifier: '276000312345678' })
  await boss.call(animals.create, {
    ...{ kind: 'batch', name: 'Hens', species: 'chicken', head_count: 25_000, location_id: barn.id },
  })
}

/** The long run tries each; otherwise one of each writing. */
const languages = locales.filter(lang => process.env.LONG || lang === 'hu' || lang === 'ar')

test('an export of each register comes back unchanged in each language', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  await fill(boss, hand)
  for (const type of subjectTypes)
    for (const lang of languages)
      for (const format of exportFormats) {
        const what = `${type} ${lang} ${format}`
        const { rawPayload: content } = await boss.send(registerExports.stream, { type, format }, { lang })
        const file = { name: `back.${format}`, content }
        // Read by somebody whose own language is another.
        const begun = await boss.call(imports.create, { type }, { file, lang: lang === 'de' ? 'en' : 'de' })
        expect(begun.language, what).toBe(lang)
        expect(Object.keys(begun.matching).sort(), what).toEqual(
          ['id', ...fieldsOf(type).map(({ name }) => name)].sort(),
        )
        const { id, matching } = begun
        const columns = Object.values(matching)
        expect(new Set(columns).size, what).toBe(columns.length)
        for (const key of begun.keys) {
          await boss.call(imports.run, { id, matching, key, is_trial: true })
          await expect
            .poll(() => boss.call(imports.get, { id }), { timeout: 60_000, interval: 50 })
            .toMatchObject({ state: 'tried' })
          const tried = await boss.call(imports.get, { id })
          const { data } = await boss.call(imports.lines, { id })
          expect(
            data.filter(({ outcome }) => outcome !== 'unchanged'),
            `${what} by ${key}`,
          ).toEqual([])
          expect(tried.unchanged, what).toBe(tried.total)
        }
      }
}, 300_000)
