/** The map and what lies on it, which come with Leaflet. */
import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { lazyParts } from '../lazyPart.tsx'

type Parts = typeof import('./PlaceMap.tsx')

export type { PlaceMapProps, Point } from './PlaceMap.tsx'

const part = lazyParts(() => import('./PlaceMap.tsx'))
const Room = () => <Skeleton height="18rem" />

export const PlaceMap = part<ComponentProps<Parts['PlaceMap']>>(parts => parts.PlaceMap, Room)
export const PointLayer = part<ComponentProps<Parts['PointLayer']>>(parts => parts.PointLayer)
export const PathLayer = part<ComponentProps<Parts['PathLayer']>>(parts => parts.PathLayer)
export const LinkLayer = part<ComponentProps<Parts['LinkLayer']>>(parts => parts.LinkLayer)
export const FitLayer = part<ComponentProps<Parts['FitLayer']>>(parts => parts.FitLayer)
