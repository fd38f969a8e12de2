import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'
import { queries } from '#/web/kernel/query.ts'
import { Look } from './Look.tsx'
import { buildRouter } from './router.tsx'
import { SessionOver } from './SessionOver.tsx'

const router = buildRouter()

/** Everything after signing in. */
export function Application() {
  return (
    <QueryClientProvider client={queries}>
      <Look>
        <RouterProvider router={router} />
        <SessionOver />
      </Look>
    </QueryClientProvider>
  )
}
