import type { ShowcaseRole } from '#/api/desk/showcase.texts.ts'
import { signal } from '#/web/kernel/signal.ts'

/** The demo role, until the page is reloaded. */
export const showcaseRole = signal<ShowcaseRole>('editor')
