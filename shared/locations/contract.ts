import { z } from 'zod'
import { contract, file } from '../lib/contract.ts'
import { Flag, Id, LongText, Name, NamedRow, Revision, Uuid } from '../lib/fields.ts'
import { normalizedIdentifier } from '../lib/folding.ts'
import { maxLabels } from '../lib/limits.ts'
import { SubjectFields, subjectEndpoints } from '../subjects/contract.ts'
import { locationTypes, maxAlsoResponsible, maxOfficialNumbers, maxOutlinePoints, maxSites } from './rules.ts'

/** Number that an authority gave: 'Herd number' 'UK 302145'. */
const OfficialNumber = z
  .object({
    scheme: z.string().trim().min(1).max(60),
    number: z.string().overwrite(normalizedIdentifier).min(1).max(60),
  })
  .meta({ id: 'OfficialNumber' })
const MapPoint = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'MapPoint' })

export const LocationDraft = z
  .object({
    name: Name,
    type: z.enum(locationTypes).meta({ id: 'LocationType' }),
    /** Location that contains this one. */
    parent_id: Id.nullish(),
    /**
     * Person responsible for it, and for its parts that have nobody of their own. Tasks can be assigned to them by the
     * location.
     */
    responsible_id: Id.nullish(),
    /** Further responsible people; tasks assigned by the location go to each of them. */
    also_responsible_ids: z.array(Id).max(maxAlsoResponsible).default([]),
    /** Room for animals and floor area in square metres, both including the parts. */
    capacity_heads: z.int().min(1).max(10_000_000).nullish(),
    floor_area: z.number().positive().max(1_000_000_000).nullish(),
    address: z.string().trim().min(1).max(500).nullish(),
    official_numbers: z.array(OfficialNumber).max(maxOfficialNumbers).nullish(),
    /** One point, or three and more around the area. */
    outline: z
      .array(MapPoint)
      .min(1)
      .max(maxOutlinePoints)
      .refine(({ length }) => length !== 2, { params: { code: 'wrong_format' } })
      .nullish(),
    notes: LongText.nullish(),
  })
  .meta({ id: 'LocationDraft' })

export const Location = LocationDraft.required().extend(SubjectFields.shape).meta({ id: 'Location' })
export type Location = z.infer<typeof Location>

/** A location with the number of animals on it, without its parts. */
const PlaceInTree = Location.pick({
  ...{ id: true, name: true, type: true, parent_id: true, capacity_heads: true, floor_area: true, status: true },
})
  .extend({ revision: Revision, heads: z.int() })
  .meta({ id: 'PlaceInTree' })
export type PlaceInTree = z.infer<typeof PlaceInTree>

const calls = subjectEndpoints('/location', 'Location', Location, LocationDraft, ['type', 'parent_id'])

export const locations = {
  ...calls,
  /**
   * `outside` leaves out a location and its parts: the choices for its own parent. `is_looked_after` keeps locations
   * for which somebody is responsible, directly or through their parent.
   */
  list: {
    ...calls.list,
    input: calls.list.input.extend({ outside: Id.optional(), is_looked_after: z.boolean().optional() }),
  },
} as const

/** Locations as a tree and as labels. Separate, so that code which only names locations does not load them. */
export const placeTree = contract({
  tree: {
    summary: 'Read the locations as a tree, with the number of animals on each',
    description: 'With `inside` one location and its parts. `is_cut` is true for more than 2,000.',
    method: 'GET',
    problems: ['not_found'],
    path: '/location/tree',
    access: ['read', 'Location'],
    input: z.object({ inside: Id.optional() }),
    returns: z.object({ places: z.array(PlaceInTree), is_cut: Flag }),
    copied: 'dated',
    bySite: true,
  },
  sites: {
    summary: 'Read the sites',
    description: `Locations of the type \`site\` by name, at most ${maxSites}.`,
    method: 'GET',
    path: '/location/site',
    access: ['read', 'Location'],
    input: z.object({}),
    returns: z.array(NamedRow),
    copied: 'undated',
  },
  labelSheet: {
    summary: 'Print labels of locations',
    description:
      `QR codes that open the pages of these locations, twelve on an A4 page; up to ${maxLabels}, separated ` +
      'by commas.',
    method: 'GET',
    problems: ['not_found'],
    path: '/location/label-sheet',
    access: ['read', 'Location'],
    input: z.object({
      ids: z
        .string()
        .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/)
        .max(1_100),
    }),
    returns: file('application/pdf'),
  },
})

const Latitude = z.number().min(-85).max(85)
const Longitude = z.number().min(-180).max(180)

/** Picture or plan of the farm below the locations of maps, with the degrees at its edges. */
export const MapPicture = z
  .object({
    ...{ file_uuid: Uuid, north: Latitude, south: Latitude, east: Longitude, west: Longitude },
    /** What it shows, for people who do not see it. */
    description: z.string().trim().min(1).max(300),
    /** Path below /storage/. */
    path: z.string(),
  })
  .meta({ id: 'MapPicture' })
export type MapPicture = z.infer<typeof MapPicture>

export const mapPicture = contract({
  get: {
    summary: 'Read the picture of the farm for maps',
    method: 'GET',
    path: '/location/map-picture',
    access: ['read', 'Location'],
    input: z.object({}),
    returns: MapPicture.nullable(),
  },
  set: {
    summary: 'Set the picture of the farm for maps',
    description: 'An uploaded picture by its uuid; replaces the former one.',
    method: 'PUT',
    path: '/location/map-picture',
    access: ['update', 'Company'],
    input: MapPicture.omit({ path: true }),
    returns: MapPicture,
  },
  remove: {
    summary: 'Remove the picture of the farm',
    method: 'DELETE',
    path: '/location/map-picture',
    access: ['update', 'Company'],
    input: z.object({}),
    returns: z.null(),
  },
})
