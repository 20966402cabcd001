import { RouterProvider } from '@tanstack/react-router'
import { router } from './router.tsx'

/** Everything behind the entrance. */
export const App = () => <RouterProvider router={router} />
