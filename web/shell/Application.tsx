import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queries } from '#/web/kernel/query.ts'
import { AppProviders } from './AppProviders.tsx'
import { OtherSession } from './OtherSession.tsx'
import { buildRouter } from './router.tsx'
import { SessionOver } from './SessionOver.tsx'

/** Everything after signing in. */
export function Application() {
  // The router starts to navigate when it is made: not before the application is shown, because this chunk is fetched early.
  const [router] = useState(buildRouter)
  return (
    <QueryClientProvider client={queries}>
      <AppProviders>
        <RouterProvider router={router} useTransitions={false} />
        <SessionOver />
        <OtherSession />
      </AppProviders>
    </QueryClientProvider>
  )
}
