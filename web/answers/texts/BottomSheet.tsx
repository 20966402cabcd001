import { lazyPart } from '../../ui/lazyPart.tsx'
import type { SheetProps } from './SlidingSheet.tsx'

/** The sheet is fetched behind the form: its header renders one from the start, so that it is there before somebody opens it. */
export const BottomSheet = lazyPart<SheetProps>(() => import('./SlidingSheet.tsx').then(part => part.SlidingSheet))
