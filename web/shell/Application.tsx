import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from '#/web/kernel/query.ts'
import { AppProviders } from './AppProviders.tsx'
import { OtherSession } from './OtherSession.tsx'
import { buildRouter } from './router.tsx'
import { SessionOver } from './SessionOver.tsx'

export function Application() {
  // A new router navigates at once. This chunk is prefetched, so the router must not exist before the application
  // renders.
  const [router] = useState(buildRouter)
  return (
    <QueryClientProvider client={queryClient}>
      <AppProviders>
        <RouterProvider router={router} useTransitions={false} />
        <SessionOver />
        <OtherSession />
      </AppProviders>
    </QueryClientProvider>
  )
}
