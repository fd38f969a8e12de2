import type { ShowRole } from '#/api/desk/showcase.texts.ts'
import { signal } from '#/web/kernel/signal.ts'

/** The demo role, until the page is reloaded. */
export const role = signal<ShowRole>('editor')
